"use client";

import { cva } from "class-variance-authority";
import { ChevronRight, CreditCard, Gift, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/kit/api/api";
import { formatMoney } from "@/components/kit/money/money";
import { cardColors } from "@/components/kit/store/brand";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { Button } from "@/components/kit/ui/button";
import { EmptyState, Loaded, Skeletons } from "@/components/kit/ui/states";
import { CodeIcon, CodeSheet } from "./code-sheet";
import { designColors } from "./gift-drawing";
import { Heading, OneCardNotice } from "./heading";
import type { OwnCard } from "./types";
import { useCards } from "./use-cards";
import { expiryOf, heldWords, isPast, stateOf } from "./words";

/** The wallet's start page: cards by store. */
export function CardsView() {
  const t = useTranslations("wallet");
  const cards = useCards();
  const mayAdd = cards.data?.owner.onlyCardUuid === null && cards.data.cards.length > 0;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <Heading title={t("cards.title")} />
        {mayAdd && (
          <Button asChild size="lg">
            <Link href="/wallet/claim">
              <Plus aria-hidden />
              {t("cards.add")}
            </Link>
          </Button>
        )}
      </div>
      <Loaded
        query={cards}
        loading={
          <Skeletons bars={["h-6 w-40", "h-28 w-full rounded-lg", "h-28 w-full rounded-lg"]} />
        }
      >
        {(wallet) => <Stores wallet={wallet} />}
      </Loaded>
    </>
  );
}

function Stores({ wallet: { owner, cards, more } }: { wallet: ReplyOf<"/api/wallet/cards"> }) {
  const t = useTranslations("wallet");
  const isWhole = owner.onlyCardUuid === null;
  const [past, usable] = [cards.filter(isPast), cards.filter((card) => stateOf(card) === null)];
  const waiting = cards.filter((card) => !past.includes(card) && !usable.includes(card));
  // Frozen cards, and those that aren't active yet, come after those that can be used.
  const current = [...usable, ...waiting];
  const stores = new Map(current.map(({ store }) => [store.slug, store]));
  return (
    <>
      {!isWhole && <OneCardNotice />}
      {cards.length === 0 && <Empty email={owner.email} />}
      {[...stores.values()].map((store) => (
        <StoreCards
          key={store.slug}
          store={store}
          cards={current.filter((card) => card.store.slug === store.slug)}
        />
      ))}
      {past.length > 0 && <PastCards cards={past} open={current.length === 0} />}
      {isWhole && (
        <Link
          href="/wallet/gifts"
          className="inline-flex h-11 items-center gap-2 justify-self-start font-medium text-accent-text underline underline-offset-4"
        >
          <Gift className="size-4" aria-hidden />
          {t("cards.gifts")}
        </Link>
      )}
      {more && <p className="text-muted">{t("cards.more")}</p>}
    </>
  );
}

type CardsProps = { cards: OwnCard[] };

/** The cards at a store that can be used, the one that expires first at the top, and their total. */
function StoreCards({ store, cards }: CardsProps & { store: OwnCard["store"] }) {
  const t = useTranslations("wallet");
  const id = `store-${store.slug}`;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex items-center gap-2.5">
        <StoreLogo url={store.logoUrl} />
        <h2 id={id} className="min-w-0 flex-1 text-lg font-semibold break-words">
          {store.name}
        </h2>
        {cards.length > 1 && (
          <p className="text-right tabular-nums">{t("cards.total", { amount: totalOf(cards) })}</p>
        )}
      </div>
      <ul className="grid gap-3">
        {cards.map((card) => (
          <CardTile key={card.uuid} card={card} />
        ))}
      </ul>
    </section>
  );
}

/** What can be spent with the cards, in each currency. */
function totalOf(cards: OwnCard[]): string {
  const totals = new Map<string, number>();
  for (const card of cards.filter((one) => stateOf(one) === null))
    totals.set(card.currency, (totals.get(card.currency) ?? 0) + card.balanceCents);
  return [...totals].map(([currency, cents]) => formatMoney(cents, currency)).join(" + ");
}

/** Cards that are used up, expired or deactivated. Folded, unless the wallet has no others. */
function PastCards({ cards, open }: CardsProps & { open: boolean }) {
  const t = useTranslations("wallet");
  return (
    <details className="group" open={open}>
      <summary className="flex h-11 items-center gap-2 font-medium">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {t("cards.past", { count: cards.length })}
      </summary>
      <ul className="grid gap-3 pt-3">
        {cards.map((card) => (
          <CardTile key={card.uuid} card={card} storeName={card.store.name} />
        ))}
      </ul>
    </details>
  );
}

function Empty({ email }: { email: string }) {
  const t = useTranslations("wallet");
  return (
    <EmptyState
      icon={<CreditCard aria-hidden />}
      title={t("cards.empty.title")}
      text={t.rich("cards.empty.text", {
        b: (text) => <b className="font-medium break-all text-ink">{text}</b>,
        email,
      })}
    >
      <Button asChild variant="primary" size="lg">
        <Link href="/wallet/claim">{t("cards.add")}</Link>
      </Button>
    </EmptyState>
  );
}

const tileClasses = cva(
  "relative flex items-center gap-4 rounded-lg bg-linear-to-br p-5 text-card-ink shadow-float",
  {
    variants: {
      spendable: {
        true: "from-card-from to-card-to",
        false: "from-card-spent-from to-card-spent-to",
      },
    },
  },
);

/** `storeName`: the store's name, where no heading has it. */
function CardTile({ card, storeName }: { card: OwnCard; storeName?: string }) {
  const t = useTranslations("wallet");
  const state = stateOf(card);
  const design = card.gift?.design;
  const colors = design ? designColors(design) : cardColors(card.store.brandColor);
  return (
    <li
      className={tileClasses({ spendable: state === null })}
      style={state === null ? colors : undefined}
    >
      <div className="min-w-0 flex-1">
        {storeName && <p className="font-medium wrap-anywhere">{storeName}</p>}
        <p className="text-sm">
          {t(card.isStoreCredit ? "card.storeCredit" : "card.giftCard")}
          <span className="font-mono"> •••• {card.last4}</span>
        </p>
        <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
          <Link
            href={`/wallet/cards/${card.uuid}`}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {formatMoney(card.balanceCents, card.currency)}
          </Link>
        </p>
        <p className="mt-1 text-sm">
          {state ? t(`card.states.${state}`) : (heldWords(t, card) ?? expiryOf(t, card))}
        </p>
      </div>
      {state === null && (
        <CodeSheet
          card={card}
          trigger={
            <button
              type="button"
              aria-label={t("card.showCodeOf", { last4: card.last4 })}
              className="relative grid size-14 shrink-0 place-items-center rounded-md bg-paper text-print focus-visible:outline-card-ink"
            >
              <CodeIcon />
            </button>
          }
        />
      )}
    </li>
  );
}
