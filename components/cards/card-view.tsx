"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { url } from "@/components/api";
import { DetailPage } from "@/components/detail-page";
import { formatMoney } from "@/components/money";
import { CardOnPlatform } from "@/components/platform/card-on-platform";
import { readOptions } from "@/components/queries";
import { useIsOwner, useMayWrite, useSession } from "@/components/session";
import type { Translate } from "@/components/translate";
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
import { CardEnding, CardTypeWord, StateChip, useIsExpired } from "./card-parts";
import { History } from "./history";
import { lastFour } from "./words";

const parentOf = (t: Translate<"cards">) => ({ href: "/cards", label: t("list.title") });

export function CardView({ uuid }: { uuid: string }) {
  const t = useTranslations("cards");
  const card = useQuery(readOptions(["card", uuid], url("/api/v1/cards/{uuid}", { uuid })));

  return (
    <DetailPage
      query={card}
      title={t("detail.title")}
      parent={parentOf(t)}
      loading={<CardSkeleton />}
    >
      {(known) => <KnownCard card={known} />}
    </DetailPage>
  );
}

function KnownCard({ card }: { card: Card }) {
  const t = useTranslations("cards");
  return (
    <>
      <PageHeader
        parent={parentOf(t)}
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
  const t = useTranslations("cards");
  const { merchant } = useSession();
  return (
    <Facts>
      <Fact name={t("detail.balance")}>
        <b className="font-semibold">
          <Money amountCents={card.balanceCents} currency={card.currency} />
        </b>
      </Fact>
      {card.availableCents < card.balanceCents && (
        <Fact name={t("detail.available")}>
          <span className="tabular-nums">
            {t.rich("detail.availableOf", {
              available: formatMoney(card.availableCents, card.currency),
              held: formatMoney(card.balanceCents - card.availableCents, card.currency),
              muted: (text) => <span className="text-muted">{text}</span>,
            })}
          </span>
        </Fact>
      )}
      <Fact name={t("detail.status")}>
        <StateChip status={card.status} expiresOn={card.expiresOn} frozen={card.frozen} />
      </Fact>
      <Fact name={t("detail.customer")}>
        {card.ownerEmail ? (
          <CardCustomer email={card.ownerEmail} />
        ) : (
          <span className="text-subtle">{t("unassigned")}</span>
        )}
      </Fact>
      <Fact name={t("detail.type")}>
        <CardTypeWord type={card.cardType} />
      </Fact>
      <Fact name={t("detail.expires")}>
        {card.status === "disabled" ? (
          <span className="text-subtle">—</span>
        ) : card.expiresOn ? (
          <span title={t("detail.endOfDay", { timeZone: merchant.timeZone })}>
            {formatDate(card.expiresOn)}
          </span>
        ) : (
          <span className="text-subtle">
            {t(
              card.status === "inactive" ? "detail.expiresAfterActivation" : "detail.neverExpires",
            )}
          </span>
        )}
      </Fact>
      <Fact name={t("detail.created")}>
        <Time at={card.createdAt} />
      </Fact>
      <IdFact name={t("detail.id")} id={card.uuid} />
      <MetadataFacts metadata={card.metadata} />
    </Facts>
  );
}

/** The card's customer, by name if the team gave one, with a link to their page once it is known. */
function CardCustomer({ email }: { email: string }) {
  const query = { q: email, limit: 1 };
  const found = useQuery(readOptions(["customers", "of", email], "/api/portal/customers", query));
  const customer = found.data?.customers.find((one) => one.email === email);
  if (!customer) return email;
  return (
    <span className="grid min-w-0">
      <TextLink href={`/customers/${customer.id}`}>{customer.name ?? email}</TextLink>
      {customer.name && <span className="truncate text-sm text-muted">{email}</span>}
    </span>
  );
}

/** Explains why a card can't be redeemed. Renders nothing if it can. */
function CardNotice({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const { status, balanceCents, currency, expiresOn, frozenReason, replacedBy } = card;
  const expired = useIsExpired(card);
  const balance = balanceCents > 0 ? formatMoney(balanceCents, currency) : null;
  if (replacedBy && status === "disabled") {
    return (
      <Notice tone="danger">
        {t.rich("notice.replaced", {
          link: (text) => <TextLink href={`/cards/${replacedBy}`}>{text}</TextLink>,
        })}
      </Notice>
    );
  }
  if (status === "disabled") {
    return (
      <Notice tone="danger">
        {balance ? t("notice.deactivatedBalance", { balance }) : t("notice.deactivated")}
      </Notice>
    );
  }
  if (card.frozen) {
    return (
      <Notice tone="attention">
        {frozenReason ? t("notice.frozenReason", { reason: frozenReason }) : t("notice.frozen")}
      </Notice>
    );
  }
  if (status === "inactive") return <Notice tone="info">{t("notice.inactive")}</Notice>;
  if (!expired || !expiresOn) return null;
  const date = formatDate(expiresOn);
  return (
    <Notice tone="attention">
      {balance ? t("notice.expiredBalance", { date, balance }) : t("notice.expired", { date })}
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
  const t = useTranslations("cards");
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
          {t("action.writeOff", { amount: formatMoney(card.balanceCents, card.currency) })}
        </Button>
      )}
      {card.status === "inactive" && (
        <>
          <Button variant="primary" onClick={() => setTask("activate")}>
            {t("action.activate")}
          </Button>
          <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => setTask("void")}>
            {t("action.void")}
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
  const t = useTranslations("cards");
  const expired = useIsExpired(card);
  const why = t(card.frozen ? "action.frozenHint" : "action.expiredHint");
  const spendable = !expired && !card.frozen;
  return (
    <>
      <Button
        variant={spendable ? "primary" : "secondary"}
        disabled={!spendable}
        {...(!spendable && { title: why })}
        onClick={() => onTask("redeem")}
      >
        {t("action.redeem")}
      </Button>
      <Button
        variant={expired && !card.frozen ? "primary" : "secondary"}
        onClick={() => onTask("topUp")}
      >
        {t("action.topUp")}
      </Button>
      {!card.ownerEmail && <Button onClick={() => onTask("assign")}>{t("action.assign")}</Button>}
      <Button onClick={() => onTask(card.frozen ? "unfreeze" : "freeze")}>
        {t(card.frozen ? "action.unfreeze" : "action.freeze")}
      </Button>
      <Button onClick={() => onTask("replace")}>{t("action.replace")}</Button>
      <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => onTask("disable")}>
        {t("action.deactivate")}
      </Button>
    </>
  );
}
