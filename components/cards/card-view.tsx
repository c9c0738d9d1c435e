"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { url } from "@/components/api";
import { DetailPage } from "@/components/detail-page";
import { formatMoney } from "@/components/money";
import { CardOnPlatform } from "@/components/platform/card-on-platform";
import { readOptions } from "@/components/queries";
import { useIsOwner, useMayWrite, useSession } from "@/components/session";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Fact, Facts, IdFact, MetadataFacts } from "@/components/ui/facts";
import { formatDate, Money, Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { LoadingStatus, Skeleton } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { CardCode } from "./card-code";
import type { BalanceAction } from "./card-dialogs";
import { CardHolds } from "./card-holds";
import { CardEnding, StateChip, useIsExpired } from "./card-parts";
import { History } from "./history";
import { cardTypeWords, lastFour } from "./words";

const parent = { href: "/cards", label: "Cards" };

export function CardView({ uuid }: { uuid: string }) {
  const card = useQuery(readOptions(["card", uuid], url("/api/v1/cards/{uuid}", { uuid })));

  return (
    <DetailPage query={card} title="Card" parent={parent} loading={<CardSkeleton />}>
      {(known) => <KnownCard card={known} />}
    </DetailPage>
  );
}

function KnownCard({ card }: { card: Card }) {
  return (
    <>
      <PageHeader
        parent={parent}
        title={
          <span className="font-mono">
            <CardEnding last4={lastFour(card.code)} />
          </span>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-10">
        <div className="order-1">
          <CardCode card={card} />
        </div>
        <div className="order-3 lg:order-2">
          <CardFacts card={card} />
        </div>
        <div className="order-2 grid gap-6 lg:order-3 lg:col-span-2">
          <CardNotice card={card} />
          <CardActions card={card} />
          <CardHolds card={card} />
          <CardOnPlatform card={card} />
        </div>
      </div>
      <History card={card} />
    </>
  );
}

const CardSkeleton = () => (
  <LoadingStatus className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-10">
    <Skeleton className="aspect-[1.586] w-full max-w-sm rounded-lg" />
    <div className="grid gap-5">
      {["balance", "status", "owner", "type", "expiration"].map((fact) => (
        <Skeleton key={fact} className="h-4 w-full" />
      ))}
    </div>
  </LoadingStatus>
);

function CardFacts({ card }: { card: Card }) {
  const { merchant } = useSession();
  return (
    <Facts>
      <Fact name="Balance">
        <b className="font-semibold">
          <Money amountCents={card.balanceCents} currency={card.currency} />
        </b>
      </Fact>
      {card.availableCents < card.balanceCents && (
        <Fact name="Available">
          <span>
            <Money amountCents={card.availableCents} currency={card.currency} />
            <span className="text-muted">
              ,{" "}
              <Money
                amountCents={card.balanceCents - card.availableCents}
                currency={card.currency}
              />{" "}
              is held
            </span>
          </span>
        </Fact>
      )}
      <Fact name="Status">
        <StateChip status={card.status} expiresOn={card.expiresOn} frozen={card.frozen} />
      </Fact>
      <Fact name="Owner">{card.ownerEmail ?? <span className="text-subtle">Unassigned</span>}</Fact>
      <Fact name="Type">{cardTypeWords[card.cardType]}</Fact>
      <Fact name="Expires">
        {card.status === "disabled" ? (
          <span className="text-subtle">—</span>
        ) : card.expiresOn ? (
          <span title={`End of the day, ${merchant.timeZone}`}>{formatDate(card.expiresOn)}</span>
        ) : (
          <span className="text-subtle">
            {card.status === "inactive" ? "Set when it is activated" : "Never"}
          </span>
        )}
      </Fact>
      <Fact name="Created">
        <Time at={card.createdAt} />
      </Fact>
      <IdFact name="Card id" id={card.uuid} />
      <MetadataFacts metadata={card.metadata} />
    </Facts>
  );
}

/** Explains why a card can't be redeemed. Renders nothing if it can. */
function CardNotice({ card }: { card: Card }) {
  const { status, balanceCents, currency, expiresOn } = card;
  const expired = useIsExpired(card);
  const balance = balanceCents > 0 && formatMoney(balanceCents, currency);
  if (status === "disabled") {
    return (
      <Notice tone="danger">
        {card.replacedBy ? (
          <>
            This card was replaced.{" "}
            <TextLink href={`/cards/${card.replacedBy}`}>Open the new card</TextLink>
          </>
        ) : (
          <>
            This card was disabled permanently.
            {balance &&
              ` Its balance of ${balance} can't be redeemed but is still part of your liability.`}
          </>
        )}
      </Notice>
    );
  }
  if (card.frozen) {
    return (
      <Notice tone="attention">
        This card is frozen. It can't be redeemed, transferred or sent as a gift until you unfreeze
        it. You can still top it up.
        {card.frozenReason && ` Reason: ${card.frozenReason}`}
      </Notice>
    );
  }
  if (status === "inactive") {
    return (
      <Notice tone="info">
        This card has no balance yet. Activate it with the amount that was paid for it.
      </Notice>
    );
  }
  if (!expired || !expiresOn) return null;
  return (
    <Notice tone="attention">
      {balance
        ? `This card expired: its balance of ${balance} could be spent until ${formatDate(expiresOn)}. A top-up makes all of it spendable again.`
        : `This card expired: it could be spent until ${formatDate(expiresOn)}, and it is empty. A top-up makes it spendable again.`}
    </Notice>
  );
}

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./card-dialogs");
const AssignDialog = dynamic(async () => (await loadDialogs()).AssignDialog);
const VoidDialog = dynamic(async () => (await loadDialogs()).VoidDialog);
const BalanceActionDialog = dynamic(async () => (await loadDialogs()).BalanceActionDialog);

const loadStateDialogs = () => import("./card-state-dialogs");
const FreezeDialog = dynamic(async () => (await loadStateDialogs()).FreezeDialog);
const UnfreezeDialog = dynamic(async () => (await loadStateDialogs()).UnfreezeDialog);
const ReplaceDialog = dynamic(async () => (await loadStateDialogs()).ReplaceDialog);
const DisableDialog = dynamic(async () => (await loadStateDialogs()).DisableDialog);
const WriteOffDialog = dynamic(async () => (await loadStateDialogs()).WriteOffDialog);

const stateDialogs = {
  assign: AssignDialog,
  void: VoidDialog,
  freeze: FreezeDialog,
  unfreeze: UnfreezeDialog,
  replace: ReplaceDialog,
  disable: DisableDialog,
  writeOff: WriteOffDialog,
};

type CardAction = BalanceAction | keyof typeof stateDialogs;

const isStateAction = (task: CardAction): task is keyof typeof stateDialogs => task in stateDialogs;

/** Actions for the card's status; hidden for read-only users. Of a disabled card, owners write off the balance. */
function CardActions({ card }: { card: Card }) {
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<CardAction | null>(null);
  const close = () => setTask(null);
  const isOwner = useIsOwner();
  const StateDialog = task && isStateAction(task) ? stateDialogs[task] : null;
  const ended = card.status === "disabled";
  const canWriteOff = ended && isOwner && card.balanceCents > 0;
  // The dialog that replaced the card shows its new code, so it stays open when the card is read again.
  if (!mayWrite || (ended && !task && !canWriteOff)) return null;

  return (
    <div className="flex flex-wrap gap-2">
      {canWriteOff && (
        <Button variant="danger-quiet" onClick={() => setTask("writeOff")}>
          Write off {formatMoney(card.balanceCents, card.currency)}
        </Button>
      )}
      {card.status === "inactive" && (
        <>
          <Button variant="primary" onClick={() => setTask("activate")}>
            Activate
          </Button>
          <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => setTask("void")}>
            Void
          </Button>
        </>
      )}
      {card.status === "active" && <ActiveCardButtons card={card} onTask={setTask} />}
      {StateDialog && <StateDialog card={card} onClose={close} />}
      {task && !isStateAction(task) && (
        <BalanceActionDialog card={card} movement={task} onClose={close} />
      )}
    </div>
  );
}

function ActiveCardButtons({ card, onTask }: { card: Card; onTask: (task: CardAction) => void }) {
  const expired = useIsExpired(card);
  const why = card.frozen
    ? "A frozen card can't be redeemed. Unfreeze it first."
    : "An expired card can't be redeemed. Top it up first.";
  const spendable = !expired && !card.frozen;
  return (
    <>
      <Button
        variant={spendable ? "primary" : "secondary"}
        disabled={!spendable}
        {...(!spendable && { title: why })}
        onClick={() => onTask("redeem")}
      >
        Redeem
      </Button>
      <Button
        variant={expired && !card.frozen ? "primary" : "secondary"}
        onClick={() => onTask("topUp")}
      >
        Top up
      </Button>
      {!card.ownerEmail && <Button onClick={() => onTask("assign")}>Assign</Button>}
      <Button onClick={() => onTask(card.frozen ? "unfreeze" : "freeze")}>
        {card.frozen ? "Unfreeze" : "Freeze"}
      </Button>
      <Button onClick={() => onTask("replace")}>Replace</Button>
      <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => onTask("disable")}>
        Disable
      </Button>
    </>
  );
}
