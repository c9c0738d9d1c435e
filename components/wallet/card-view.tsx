"use client";

import { ArrowRightLeft, Gift, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/api";
import { CardDrawing } from "@/components/cards/card-drawing";
import { masked, shownState } from "@/components/cards/words";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { EmptyState, Loaded, Skeletons } from "@/components/ui/states";
import { CodeIcon, CodeSheet } from "./code-sheet";
import { Heading, OneCardNotice } from "./heading";
import { History } from "./history";
import type { OwnCard } from "./types";
import { useCard, useCards } from "./use-cards";
import { expiryOf, frozenWords, heldWords, stateOf } from "./words";

const parent = { href: "/wallet", label: "Your cards" };

/** One card in the wallet: balance, code on demand, expiration and history. */
export function CardView({ uuid }: { uuid: string }) {
  const card = useCard(uuid);
  const all = useCards();
  if (card.error instanceof ApiError && card.error.status === 404) return <Absent />;
  const title = card.isError ? "Card" : <span className="sr-only">Card</span>;
  const only = all.data?.owner.onlyCardUuid;
  return (
    <>
      <Heading title={card.data?.store.name ?? title} parent={parent} />
      <Loaded query={card} loading={<Loading />}>
        {(known) => (
          <>
            {known.isTest && (
              <Notice tone="attention">Test card: no real money. No store accepts it.</Notice>
            )}
            {only === uuid && <OneCardNotice />}
            <Facts card={known} />
            {only === null && <Actions card={known} />}
            <History card={known} />
          </>
        )}
      </Loaded>
    </>
  );
}

const reasons: Record<NonNullable<ReturnType<typeof stateOf>>, string | null> = {
  Disabled: "This card was disabled by the store. Ask there what happened.",
  "Not active yet": "This card has no balance until the store activates it.",
  Frozen: `${frozenWords} Ask the store why.`,
  Expired: "What is left on it can no longer be spent. A top-up at the store revives it.",
  "Used up": null,
};

const emptyAndExpired = "There is nothing left on it. A top-up at the store revives it.";

function Facts({ card }: { card: OwnCard }) {
  const tc = useTranslations("common");
  const shown = shownState(card.status, card);
  const state = stateOf(card);
  const isEmpty = state === "Expired" && card.balanceCents === 0;
  const reason = isEmpty ? emptyAndExpired : state && reasons[state];
  return (
    <div className="grid justify-items-center gap-4">
      <CardDrawing
        storeName={card.store.name}
        code={masked(card.last4)}
        amountCents={card.balanceCents}
        currency={card.currency}
        word={tc(`card.status.${shown}`)}
        active={shown === "active"}
      />
      <p className="text-muted">
        {card.isStoreCredit && "Store credit. "}
        {expiryOf(card)}
      </p>
      {heldWords(card) && (
        <p className="text-center">
          {heldWords(card)}
          {state === null &&
            ` You can spend ${formatMoney(card.availableCents, card.currency)} now.`}
        </p>
      )}
      {reason && (
        <div className="w-full">
          <Notice tone="attention">{reason}</Notice>
        </div>
      )}
      {state === null && (
        <CodeSheet
          card={card}
          trigger={
            <Button variant="primary" size="lg" className="w-full max-w-sm">
              <CodeIcon />
              Show the code
            </Button>
          }
        />
      )}
    </div>
  );
}

const Actions = ({ card }: { card: OwnCard }) =>
  stateOf(card) === null && (
    <div className="mx-auto grid w-full max-w-sm gap-3">
      <Button asChild size="lg">
        <Link href={`/wallet/cards/${card.uuid}/gift`}>
          <Gift aria-hidden />
          Send as a gift
        </Link>
      </Button>
      {card.store.transfersTo.length > 0 && (
        <Button asChild size="lg">
          <Link href={`/wallet/cards/${card.uuid}/transfer`}>
            <ArrowRightLeft aria-hidden />
            Move to another store
          </Link>
        </Button>
      )}
    </div>
  );

const Absent = () => (
  <>
    <h1 className="sr-only">Card</h1>
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="This card isn't in your wallet"
      text="It may belong to another address, or you see one card alone. Sign in to see all of yours."
    >
      <Button asChild variant="primary" size="lg">
        <Link href="/wallet">Your cards</Link>
      </Button>
    </EmptyState>
  </>
);

const Loading = () => (
  <Skeletons
    bars={["aspect-[1.586] w-full max-w-sm rounded-lg", "h-11 w-full max-w-sm"]}
    className="grid w-full justify-items-center gap-4"
  />
);
