"use client";

import { Code, ShoppingBag } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useIsOwner, useSession } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { formatNumber } from "@/components/kit/money/numbers";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Block } from "@/components/kit/ui/section";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { guideLink } from "./guide-link";
import {
  type Cause,
  connectionState,
  differencesHref,
  type Platform,
  type PlatformKind,
  usePlatform,
} from "./platform";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./platform-dialogs");
const ConnectDialog = dynamic(async () => (await loadDialogs()).ConnectDialog);
const PlatformDialog = dynamic(async () => (await loadDialogs()).PlatformDialog);

export function IntegrationsView() {
  const t = useTranslations("platform");
  const isOwner = useIsOwner();
  const platform = usePlatform();
  const [connecting, setConnecting] = useUrlDialog("connect", isOwner);
  const [kind, setKind] = useState<PlatformKind>("shopify");
  const open = (nextKind: PlatformKind) => {
    setKind(nextKind);
    setConnecting(true);
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        {...(!platform.data && {
          purpose: t("purpose"),
        })}
      />
      <section aria-label={t("shop")} className="max-w-[640px] min-w-0">
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
  const t = useTranslations("platform");
  const [task, setTask] = useState<ComponentProps<typeof PlatformDialog>["action"] | null>(null);
  const { kind } = platform;
  return (
    <div className="grid gap-6">
      <Trouble platform={platform} />
      <Block title={platform.name} action={<Chip {...connectionState(t, platform)} />}>
        <Facts>
          <Fact name={t("connection.kind")}>{t(`kind.${kind}`)}</Fact>
          <Fact name={t(kind === "shopify" ? "connection.domain" : "connection.url")}>
            {platform.address}
          </Fact>
          <Fact name={t("connection.currency")}>{platform.currency}</Fact>
          <Fact name={t("connection.since")}>
            <Time at={platform.connectedAt} />
          </Fact>
          <Fact name={t("connection.polled")}>
            {platform.polledUntil ? <Time at={platform.polledUntil} /> : t("connection.notPolled")}
          </Fact>
        </Facts>
        {isOwner ? (
          <div className="flex flex-wrap gap-2">
            <Button
              variant={platform.status === "failing" ? "primary" : "secondary"}
              onClick={() => setTask("token")}
            >
              {t(`replace.${kind}.submit`)}
            </Button>
            <Button
              variant="danger-quiet"
              className="sm:ml-auto"
              onClick={() => setTask("disconnect")}
            >
              {t("connection.disconnect")}
            </Button>
          </div>
        ) : (
          <p className="text-sm text-muted">{t("connection.ownersOnly", { kind })}</p>
        )}
      </Block>
      <ShopCardCounts platform={platform} />
      {task && <PlatformDialog action={task} platform={platform} onClose={() => setTask(null)} />}
    </div>
  );
}

function Trouble({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const { merchant } = useSession();
  const { status, lastError, kind, name: shop, currency } = platform;
  if (status === "failing") {
    return (
      <Notice tone="danger">
        <b className="font-semibold">{t("trouble.failing.title", { shop })}</b>
        {lastError && ` “${lastError}”`} {t("trouble.failing.text", { kind })}
      </Notice>
    );
  }
  if (lastError) {
    return <Notice tone="attention">{t("trouble.unreachable", { shop, error: lastError })}</Notice>;
  }
  if (currency === merchant.currency) return null;
  return <Notice tone="attention">{t("trouble.currency", { shop, currency })}</Notice>;
}

function ShopCardCounts({ platform }: { platform: Platform }) {
  const t = useTranslations("platform");
  const { counts, otherCurrency, differences, name } = platform;
  return (
    <Block title={t("counts.title", { shop: name })}>
      <Facts>
        <Count name={t("counts.created")} count={counts.created} />
        <Count name={t("counts.queued")} count={counts.queued} cause="queued" />
        <Count name={t("counts.failed")} count={counts.failed} cause="failed" />
        <Count name={t("counts.disabled")} count={counts.disabled} />
        {otherCurrency > 0 && <Count name={t("counts.otherCurrency")} count={otherCurrency} />}
        <Fact name={t("counts.differences")}>
          {differences === 0 ? (
            <span className="text-muted">{t("counts.none")}</span>
          ) : (
            <TextLink href={differencesHref()}>{formatNumber(differences)}</TextLink>
          )}
        </Fact>
      </Facts>
      <p className="text-sm text-muted">{t("counts.note")}</p>
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

const benefits = [
  "sameCode",
  "outgoing",
  "redemptions",
  "credits",
  "outages",
  "differences",
] as const;

/** Explains what connecting a shop does and offers both kinds; `onConnect` is null for non-owners. */
function NotConnected({ onConnect }: { onConnect: ((kind: PlatformKind) => void) | null }) {
  const t = useTranslations("platform");
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <h2 className="text-lg font-semibold">{t("intro.heading")}</h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-muted">
          {benefits.map((benefit) => (
            <li key={benefit}>{t(`intro.benefits.${benefit}`)}</li>
          ))}
        </ul>
      </div>
      {!onConnect && <Notice tone="info">{t("intro.ownersOnly")}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <ConnectOption
          icon={<ShoppingBag aria-hidden />}
          title={t("intro.shopify.title")}
          text={t("intro.shopify.text")}
        >
          {onConnect && (
            <Button variant="primary" onClick={() => onConnect("shopify")}>
              {t("intro.shopify.connect")}
            </Button>
          )}
        </ConnectOption>
        <ConnectOption
          icon={<Code aria-hidden />}
          title={t("intro.http.title")}
          text={t.rich("intro.http.text", { link: guideLink })}
        >
          {onConnect && (
            <Button onClick={() => onConnect("http")}>{t("intro.http.connect")}</Button>
          )}
        </ConnectOption>
      </div>
    </div>
  );
}

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
