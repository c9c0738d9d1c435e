"use client";

import { ArrowRightLeft, Gift, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/kit/api/api";
import { CardDrawing } from "@/components/kit/cards/card-drawing";
import { displayState, masked } from "@/components/kit/cards/words";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { buttonColors } from "@/components/kit/store/brand";
import { StoreContact } from "@/components/kit/store/store-contact";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { EmptyState, Loaded, Skeletons } from "@/components/kit/ui/states";
import { CodeIcon, CodeSheet } from "./code-sheet";
import { GiftMessage, pictureOf } from "./gift-drawing";
import { Heading, OneCardNotice } from "./heading";
import { History } from "./history";
import { PassButtons } from "./pass-buttons";
import type { OwnCard } from "./types";
import { useCard, useCards } from "./use-cards";
import { expiryOf, heldWords, personOf, stateOf } from "./words";

/** One card in the wallet: balance, code on demand, expiration and history. */
export function CardView({ uuid }: { uuid: string }) {
  const t = useTranslations("wallet");
  const card = useCard(uuid);
  const all = useCards();
  if (card.error instanceof ApiError && card.error.status === 404) return <Absent />;
  const title = card.isError ? t("card.title") : <span className="sr-only">{t("card.title")}</span>;
  const only = all.data?.owner.onlyCardUuid;
  return (
    <>
      <Heading
        title={card.data?.store.name ?? title}
        parent={{ href: "/wallet", label: t("cards.title") }}
      />
      <Loaded query={card} loading={<Loading />}>
        {(known) => (
          <div className="contents" style={buttonColors(known.store.brandColor)}>
            {known.isTest && <Notice tone="attention">{t("card.test")}</Notice>}
            {only === uuid && <OneCardNotice />}
            <Facts card={known} />
            {only === null && <Actions card={known} />}
            <History card={known} />
            <StoreContact store={known.store} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Why a card can't be spent and what to do; null if there is nothing to say. */
function reasonOf(t: Translate<"wallet">, card: OwnCard): string | null {
  const state = stateOf(card);
  if (state === null || state === "usedUp") return null;
  if (state === "frozen") return t("card.frozen");
  const isEmpty = state === "expired" && card.balanceCents === 0;
  return t(`card.reasons.${isEmpty ? "expiredEmpty" : state}`);
}

function Facts({ card }: { card: OwnCard }) {
  const t = useTranslations("wallet");
  const chipState = displayState(card.status, card);
  const state = stateOf(card);
  const [reason, held] = [reasonOf(t, card), heldWords(t, card)];
  return (
    <div className="grid justify-items-center gap-4">
      <CardDrawing
        storeName={card.store.name}
        brand={card.store}
        code={masked(card.last4)}
        amountCents={card.balanceCents}
        currency={card.currency}
        word={t(`card.states.${chipState}`)}
        active={chipState === "active"}
        picture={pictureOf(t, card.gift?.design ?? null)}
      />
      {card.gift && <GiftNote gift={card.gift} />}
      <p className="text-muted">
        {card.isStoreCredit && `${t("card.storeCredit")} · `}
        {expiryOf(t, card)}
      </p>
      {held && (
        <p className="text-center">
          {held}{" "}
          {state === null &&
            t("card.available", { amount: formatMoney(card.availableCents, card.currency) })}
        </p>
      )}
      {reason && (
        <div className="w-full">
          <Notice tone="attention">{reason}</Notice>
        </div>
      )}
      {state === null && (
        <>
          <CodeSheet
            card={card}
            trigger={
              <Button variant="primary" size="lg" className="w-full max-w-sm">
                <CodeIcon />
                {t("card.showCode")}
              </Button>
            }
          />
          <PassButtons card={card} />
        </>
      )}
    </div>
  );
}

type Gifted = { gift: NonNullable<OwnCard["gift"]> };

/** Who gave the card, and what they wrote. */
function GiftNote({ gift: { message, senderName, senderEmail } }: Gifted) {
  const t = useTranslations("wallet");
  return (
    <div className="grid w-full max-w-sm gap-2">
      <p className="wrap-anywhere">
        {t("card.giftFrom", { sender: personOf(t, senderName, senderEmail) })}
      </p>
      {message && <GiftMessage text={message} />}
    </div>
  );
}

function Actions({ card }: { card: OwnCard }) {
  const t = useTranslations("wallet");
  if (stateOf(card) !== null) return null;
  return (
    <div className="mx-auto grid w-full max-w-sm gap-3">
      <Button asChild size="lg">
        <Link href={`/wallet/cards/${card.uuid}/gift`}>
          <Gift aria-hidden />
          {t("card.sendGift")}
        </Link>
      </Button>
      {card.store.transfersTo.length > 0 && (
        <Button asChild size="lg">
          <Link href={`/wallet/cards/${card.uuid}/transfer`}>
            <ArrowRightLeft aria-hidden />
            {t("card.transfer")}
          </Link>
        </Button>
      )}
    </div>
  );
}

function Absent() {
  const t = useTranslations("wallet");
  return (
    <>
      <h1 className="sr-only">{t("card.title")}</h1>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t("card.missing.title")}
        text={t("card.missing.text")}
      >
        <Button asChild variant="primary" size="lg">
          <Link href="/wallet">{t("cards.title")}</Link>
        </Button>
      </EmptyState>
    </>
  );
}

const Loading = () => (
  <Skeletons
    bars={["aspect-[1.586] w-full max-w-sm rounded-lg", "h-11 w-full max-w-sm"]}
    className="grid w-full justify-items-center gap-4"
  />
);
