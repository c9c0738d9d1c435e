"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useIsOwner, useMayWrite } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { lastFour } from "@/components/kit/cards/words";
import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { DetailPage } from "@/components/kit/page/detail-page";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { LoadingStatus, Skeleton } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { CardOnPlatform } from "@/components/portal/platform/card-on-platform";
import { CardCode } from "./card-code";
import type { BalanceAction } from "./card-dialogs";
import { CardFacts } from "./card-facts";
import { CardHolds } from "./card-holds";
import { CardEnding, useIsExpired } from "./card-parts";
import { History } from "./history";
import { cardOptions } from "./use-card-details";

const parentOf = (t: Translate<"cards">) => ({ href: "/cards", label: t("list.title") });

export function CardView({ uuid }: { uuid: string }) {
  const t = useTranslations("cards");
  const card = useQuery(cardOptions(uuid));

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

const loadEditDialogs = () => import("./card-edit-dialogs");
const EditDialog = dynamic(async () => (await loadEditDialogs()).EditDialog);
const EmailDialog = dynamic(async () => (await loadEditDialogs()).EmailDialog);

const loadStateDialogs = () => import("./card-state-dialogs");
const FreezeDialog = dynamic(async () => (await loadStateDialogs()).FreezeDialog);
const UnfreezeDialog = dynamic(async () => (await loadStateDialogs()).UnfreezeDialog);
const ReplaceDialog = dynamic(async () => (await loadStateDialogs()).ReplaceDialog);
const DisableDialog = dynamic(async () => (await loadStateDialogs()).DisableDialog);
const WriteOffDialog = dynamic(async () => (await loadStateDialogs()).WriteOffDialog);

const stateDialogs = {
  edit: EditDialog,
  email: EmailDialog,
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

/**
 * Actions for the card's status; hidden for read-only users. Of a disabled card, the note can be edited, and owners
 * write off the balance.
 */
function CardActions({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<CardAction | null>(null);
  const close = () => setTask(null);
  const isOwner = useIsOwner();
  const StateDialog = task && isStateAction(task) ? stateDialogs[task] : null;
  const ended = card.status === "disabled";
  const canWriteOff = ended && isOwner && card.balanceCents > 0;
  if (!mayWrite) return null;
  const editButton = <Button onClick={() => setTask("edit")}>{t("action.edit")}</Button>;

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
          {editButton}
          <Button variant="danger-quiet" className="sm:ml-auto" onClick={() => setTask("void")}>
            {t("action.void")}
          </Button>
        </>
      )}
      {card.status === "active" && (
        <ActiveCardButtons card={card} onTask={setTask}>
          {editButton}
        </ActiveCardButtons>
      )}
      {ended && editButton}
      {StateDialog && <StateDialog card={card} onClose={close} />}
      {task && !isStateAction(task) && (
        <BalanceActionDialog card={card} movement={task} onClose={close} />
      )}
    </div>
  );
}

type ActiveProps = { card: Card; onTask: (task: CardAction) => void; children: ReactNode };

function ActiveCardButtons({ card, onTask, children }: ActiveProps) {
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
      <Button onClick={() => onTask(card.ownerEmail ? "email" : "assign")}>
        {t(card.ownerEmail ? "action.email" : "action.assign")}
      </Button>
      {children}
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
