"use client";

import { Code, ShoppingBag } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { formatNumber } from "@/components/numbers";
import { useIsOwner, useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Fact, Facts } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Block } from "@/components/ui/section";
import { Loaded, Skeletons } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { useUrlDialog } from "@/components/use-url-dialog";
import {
  type Cause,
  connectionState,
  differencesHref,
  kindWords,
  type Platform,
  type PlatformKind,
  secretWords,
  usePlatform,
} from "./platform";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./platform-dialogs");
const ConnectDialog = dynamic(async () => (await loadDialogs()).ConnectDialog);
const dialogs = {
  token: dynamic(async () => (await loadDialogs()).TokenDialog),
  disconnect: dynamic(async () => (await loadDialogs()).DisconnectDialog),
};

export function IntegrationsView() {
  const isOwner = useIsOwner();
  const platform = usePlatform();
  const [connecting, setConnecting] = useUrlDialog("connect", isOwner);
  const [kind, setKind] = useState<PlatformKind>("shopify");
  const open = (wanted: PlatformKind) => {
    setKind(wanted);
    setConnecting(true);
  };
  return (
    <>
      <PageHeader
        title="Integrations"
        {...(!platform.data && {
          purpose: "The online shop in which your cards can be spent too.",
        })}
      />
      <section aria-label="Online shop" className="max-w-[640px] min-w-0">
        <Loaded
          query={platform}
          loading={
            <Skeletons
              bars={["h-6 w-48", "h-4 w-full", "h-4 w-full", "h-4 w-full"]}
              className="grid gap-5"
            />
          }
        >
          {(connected) =>
            connected ? (
              <Connected platform={connected} isOwner={isOwner} />
            ) : (
              <NotConnected onConnect={isOwner ? open : null} />
            )
          }
        </Loaded>
      </section>
      {connecting && platform.data === null && (
        <ConnectDialog kind={kind} onClose={() => setConnecting(false)} />
      )}
    </>
  );
}

function Connected({ platform, isOwner }: { platform: Platform; isOwner: boolean }) {
  const [task, setTask] = useState<keyof typeof dialogs | null>(null);
  const TaskDialog = task && dialogs[task];
  const secretWord = secretWords[platform.kind];
  return (
    <div className="grid gap-6">
      <Trouble platform={platform} />
      <Block title={platform.name} action={<Chip {...connectionState(platform)} />}>
        <Facts>
          <Fact name="Kind">{kindWords[platform.kind]}</Fact>
          <Fact name={platform.kind === "shopify" ? "Domain" : "URL"}>{platform.address}</Fact>
          <Fact name="Currency">{platform.currency}</Fact>
          <Fact name="Connected">
            <Time at={platform.connectedAt} />
          </Fact>
          <Fact name="Last asked for redemptions">
            {platform.polledUntil ? <Time at={platform.polledUntil} /> : "Not yet"}
          </Fact>
        </Facts>
        {isOwner ? (
          <div className="flex flex-wrap gap-2">
            <Button
              variant={platform.status === "failing" ? "primary" : "secondary"}
              onClick={() => setTask("token")}
            >
              Replace {secretWord}
            </Button>
            <Button
              variant="danger-quiet"
              className="sm:ml-auto"
              onClick={() => setTask("disconnect")}
            >
              Disconnect
            </Button>
          </div>
        ) : (
          <p className="text-sm text-muted">
            An owner of the store can replace its {secretWord} or disconnect it.
          </p>
        )}
      </Block>
      <ShopCardCounts platform={platform} />
      {TaskDialog && <TaskDialog platform={platform} onClose={() => setTask(null)} />}
    </div>
  );
}

function Trouble({ platform }: { platform: Platform }) {
  const { merchant } = useSession();
  const { status, lastError, kind, name, currency } = platform;
  if (status === "failing") {
    return (
      <Notice tone="danger">
        <b className="font-semibold">Nothing reaches {name}.</b>
        {lastError && ` “${lastError}”`} Cards wait. It is tried again every five minutes, and they
        follow by themselves once it takes the {secretWords[kind]} again or an owner has saved a new
        one.
      </Notice>
    );
  }
  if (lastError) {
    return (
      <Notice tone="attention">
        {name} could not be reached: {lastError} It is asked again by itself, and nothing is lost.
      </Notice>
    );
  }
  if (currency === merchant.currency) return null;
  return (
    <Notice tone="attention">
      {name} sells in {currency}. Cards in other currencies are not created there.
    </Notice>
  );
}

function ShopCardCounts({ platform }: { platform: Platform }) {
  const { counts, otherCurrency, differences, name } = platform;
  return (
    <Block title={`Cards in ${name}`}>
      <Facts>
        <Count name="Created" count={counts.created} />
        <Count name="Queued" count={counts.queued} cause="queued" />
        <Count name="Failed" count={counts.failed} cause="failed" />
        <Count name="Disabled" count={counts.disabled} />
        {otherCurrency > 0 && <Count name="In another currency" count={otherCurrency} />}
        <Fact name="Differences">
          {differences === 0 ? (
            <span className="text-muted">None</span>
          ) : (
            <TextLink href={differencesHref()}>{formatNumber(differences)}</TextLink>
          )}
        </Fact>
      </Facts>
      <p className="text-sm text-muted">
        Cards are created there when they are activated. Those that were active before are created
        from their own page, or with their whole batch.
      </p>
    </Block>
  );
}

function Count({ name, count, cause }: { name: string; count: number; cause?: Cause }) {
  const shown = <span className="tabular-nums">{formatNumber(count)}</span>;
  return (
    <Fact name={name}>
      {cause && count > 0 ? <TextLink href={differencesHref(cause)}>{shown}</TextLink> : shown}
    </Fact>
  );
}

const taught = [
  "A card that you activate can be spent in the online shop as well, under the same code.",
  "What you sell, redeem, top up or disable here reaches the shop at once.",
  "What is redeemed in the shop is taken from the card here within a minute.",
  "Money that somebody puts on a card in the shop is shown to you as a difference to settle.",
  "The shop may be slow or down: your tills never wait for it, and it catches up by itself.",
  "Where the two disagree, a list says why and lets you settle it.",
];

/** Explains what connecting a shop does and offers both kinds; `onConnect` is null for non-owners. */
const NotConnected = ({ onConnect }: { onConnect: ((kind: PlatformKind) => void) | null }) => (
  <div className="grid gap-6">
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">One balance, at the till and online</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-muted">
        {taught.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
    {!onConnect && <Notice tone="info">An owner of the store can connect its online shop.</Notice>}
    <div className="grid gap-4 sm:grid-cols-2">
      <ConnectOption
        icon={<ShoppingBag aria-hidden />}
        title="Shopify"
        text="With the shop's domain and an access token of the Admin API. It takes two minutes."
      >
        {onConnect && (
          <Button variant="primary" onClick={() => onConnect("shopify")}>
            Connect Shopify
          </Button>
        )}
      </ConnectOption>
      <ConnectOption
        icon={<Code aria-hidden />}
        title="Another shop"
        text={
          <>
            Any shop that answers a small signed protocol. Its developers find it under{" "}
            <TextLink href="/docs/own-shop">A shop of your own</TextLink>.
          </>
        }
      >
        {onConnect && <Button onClick={() => onConnect("http")}>Connect another shop</Button>}
      </ConnectOption>
    </div>
  </div>
);

type ConnectOptionProps = { icon: ReactNode; title: string; text: ReactNode; children: ReactNode };

const ConnectOption = ({ icon, title, text, children }: ConnectOptionProps) => (
  <div className="flex min-w-0 flex-col items-start gap-3 rounded-md border bg-surface p-4">
    <span className="grid size-9 place-items-center rounded-md bg-hover text-muted [&_svg]:size-5">
      {icon}
    </span>
    <div className="grow">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-muted">{text}</p>
    </div>
    {children}
  </div>
);
