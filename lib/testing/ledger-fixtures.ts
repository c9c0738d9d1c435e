import type { Ctx } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { parseCode, unsealCode } from "@/lib/domain/cards/code";
import { create } from "@/lib/domain/cards/create";
import { type NewGift, sendGift } from "@/lib/domain/gifts/send";
import { agreeOnTransfers } from "./agreements";
import { createStore } from "./store";

type CardOptions = {
  amountCents?: number;
  currency?: string;
  cardType?: "digital" | "physical";
  owner?: string;
};

/** Creates a card, active if an amount is given. Returns its id, code and owner's id. */
export async function makeCard(
  ctx: () => Ctx,
  { amountCents, currency = "USD", cardType = "digital", owner }: CardOptions = {},
) {
  const { card } = await create(ctx(), { currency, cardType, ownerEmail: owner });
  if (amountCents) await activate(ctx(), { cardId: card.id, amountCents });
  const code = parseCode(unsealCode(card)) ?? "";
  const [row] = await pg()`select owner_id from cards where id = ${card.id}`;
  return { id: card.id, code, ownerId: row?.owner_id as string };
}

export const openStore = createStore;

/** Creates two stores that exchange transfers without limits. */
export async function twoAgreedStores() {
  const [home, away] = await Promise.all([createStore(), createStore()]);
  await agreeOnTransfers(home.id, away.id);
  return [home, away] as const;
}

export const ADA_EMAIL = "ada@example.com";
export const BOB_EMAIL = "bob@example.com";

/** Gives part of an owned card's balance, to Bob unless `more` says otherwise. Returns the gift's id. */
export async function give(
  ctx: () => Ctx,
  { id, ownerId }: { id: string; ownerId: string },
  amountCents: number,
  more: Partial<NewGift> = {},
) {
  const order = { cardId: id, senderId: ownerId, recipientEmail: BOB_EMAIL, amountCents, ...more };
  return (await sendGift(ctx(), order)).gift.id;
}

/** Creates a store where Ada has a card with 1000 cents and sends part of it to Bob as a pending gift. */
export async function storeWithGift({ amountCents = 400, ...given }: Partial<NewGift> = {}) {
  const { id: storeId, ctx } = await createStore();
  const card = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
  const order = { cardId: card.id, senderId: card.ownerId, recipientEmail: BOB_EMAIL };
  const send = async (more: Partial<NewGift> = {}) =>
    (await sendGift(ctx(), { ...order, ...given, amountCents, ...more })).gift;
  return { storeId, ctx, card, order, send, gift: await send() };
}

/** The outcome of `work`: "done", or the code of its refusal. */
export const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => (isRefusal(error) ? error.code : Promise.reject(error)),
  );

/** Runs `work` `count` times concurrently. */
export const atOnce = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

/** Runs `work` `count` times concurrently and counts the outcomes: `{ done: 1, not_found: 19 }`. */
export async function race(count: number, work: (n: number) => Promise<unknown>) {
  const counts: Record<string, number> = {};
  for (const one of await atOnce(count, (n) => outcome(work(n)))) {
    counts[one] = (counts[one] ?? 0) + 1;
  }
  return counts;
}

export const stateOfCard = async (id: string) => {
  const [row] = await pg()`select balance_cents::float8 as balance, sequence::int, status,
      (select coalesce(array_agg(type || ' ' || status order by t.sequence), '{}')
        from transactions t where t.card_id = c.id) as history
    from cards c where id = ${id}`;
  return row;
};

/** A card's events, ordered by its changes. */
export const eventsOf = async (id: string) =>
  (
    await pg()`select sequence::int, event, amount_cents::int as amount, new_balance_cents::int as balance
      from events where card_id = ${id} order by sequence, event`
  ).map((row) => `${row.sequence} ${row.event} ${row.amount} ${row.balance}`);

/** Creates contexts that repeat one request: all have the same Idempotency-Key and fingerprint. */
export const sameRequestContexts = (ctx: (given: Partial<Ctx>) => Ctx) => {
  const idempotency = { key: newId(), fingerprint: Buffer.from("the same body"), path: "/test" };
  return (more: Partial<Ctx> = {}) => ctx({ idempotency, ...more });
};
