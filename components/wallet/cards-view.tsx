"use client";

import { CreditCard, Gift, Plus } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, Skeletons } from "@/components/ui/states";
import { CardTile } from "./card-tile";
import { Heading } from "./heading";
import { OneCardNotice } from "./one-card-notice";
import type { OwnCard } from "./types";
import { useCards } from "./use-cards";

/** The wallet's start page: cards by store. */
export function CardsView() {
  const cards = useCards();
  if (cards.isError && !cards.data) {
    return (
      <>
        <Heading title="Your cards" />
        <ErrorState query={cards} what="Your cards" />
      </>
    );
  }
  if (!cards.data) return <Loading />;
  const { owner, more } = cards.data;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <Heading title="Your cards" />
        {owner.onlyCardUuid === null && cards.data.cards.length > 0 && (
          <Button asChild size="lg">
            <Link href="/wallet/claim">
              <Plus aria-hidden />
              Add a card
            </Link>
          </Button>
        )}
      </div>
      {owner.onlyCardUuid !== null && <OneCardNotice />}
      {cards.data.cards.length === 0 ? (
        <Empty email={owner.email} />
      ) : (
        byStore(cards.data.cards).map(({ slug, name, cards: held }) => (
          <section key={slug} aria-labelledby={`store-${slug}`} className="grid gap-3">
            <h2 id={`store-${slug}`} className="text-lg font-semibold break-words">
              {name}
            </h2>
            <ul className="grid gap-3">
              {held.map((card) => (
                <CardTile key={card.uuid} card={card} />
              ))}
            </ul>
          </section>
        ))
      )}
      {owner.onlyCardUuid === null && (
        <Link
          href="/wallet/gifts"
          className="inline-flex h-11 items-center gap-2 justify-self-start font-medium text-accent-text underline underline-offset-4"
        >
          <Gift className="size-4" aria-hidden />
          Gifts you sent
        </Link>
      )}
      {more && <p className="text-muted">There are more cards than are shown here.</p>}
    </>
  );
}

type Held = { slug: string; name: string; cards: OwnCard[] };

/** Groups cards by store. Keeps the API's order: by store and currency, active cards and high
 * balances first. */
function byStore(cards: OwnCard[]): Held[] {
  const stores = new Map<string, Held>();
  for (const card of cards) {
    const { slug, name } = card.store;
    const held = stores.get(slug) ?? { slug, name, cards: [] };
    held.cards.push(card);
    stores.set(slug, held);
  }
  return [...stores.values()];
}

const Empty = ({ email }: { email: string }) => (
  <EmptyState
    icon={<CreditCard aria-hidden />}
    title="No cards yet"
    text={
      <>
        Cards given to <b className="font-medium break-all text-ink">{email}</b> appear here. Do you
        hold a printed one?
      </>
    }
  >
    <Button asChild variant="primary" size="lg">
      <Link href="/wallet/claim">Add a card by its code</Link>
    </Button>
  </EmptyState>
);

const Loading = () => (
  <>
    <Heading title="Your cards" />
    <Skeletons
      label="Loading your cards"
      bars={["h-6 w-40", "h-28 w-full rounded-lg", "h-28 w-full rounded-lg"]}
    />
  </>
);
