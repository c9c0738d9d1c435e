"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { number } from "@/components/numbers";
import { useSession } from "@/components/session";
import { Block } from "@/components/ui/block";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { Cause, Platform } from "./types";
import { connectionState, differencesHref, kindWords, secretWords } from "./words";

// Forms are heavy: loaded when one is opened.
const TokenDialog = dynamic(async () => (await import("./token-dialog")).TokenDialog);
const DisconnectDialog = dynamic(
  async () => (await import("./disconnect-dialog")).DisconnectDialog,
);

type Props = { platform: Platform; isOwner: boolean };

/** The shop that is connected, how its cards are, and what an owner can do about it. */
export function Connected({ platform, isOwner }: Props) {
  const [task, setTask] = useState<"token" | "disconnect" | null>(null);
  const close = () => setTask(null);
  const { word, tone } = connectionState(platform);
  const secretWord = secretWords[platform.kind];
  const replace = (
    <Button
      variant={platform.status === "failing" ? "primary" : "secondary"}
      onClick={() => setTask("token")}
    >
      Replace {secretWord}
    </Button>
  );
  return (
    <div className="grid gap-6">
      <Trouble platform={platform} />
      <Block title={platform.name} action={<Chip tone={tone}>{word}</Chip>}>
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
            {replace}
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
      <CardsThere platform={platform} />
      {task === "token" && <TokenDialog platform={platform} onClose={close} />}
      {task === "disconnect" && <DisconnectDialog platform={platform} onClose={close} />}
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

function CardsThere({ platform }: { platform: Platform }) {
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
            <TextLink href={differencesHref()}>{number(differences)}</TextLink>
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

type CountProps = { name: string; count: number; cause?: Cause };

function Count({ name, count, cause }: CountProps) {
  const shown: ReactNode = <span className="tabular-nums">{number(count)}</span>;
  return (
    <Fact name={name}>
      {cause && count > 0 ? <TextLink href={differencesHref(cause)}>{shown}</TextLink> : shown}
    </Fact>
  );
}
