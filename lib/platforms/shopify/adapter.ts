import { centsOfDecimal, decimalText, isCurrency } from "../../money";
import {
  type Adapter,
  type Adjustment,
  type CardToCreate,
  type PlatformCard,
  PlatformError,
} from "../adapter";
import { quotable } from "../exchange";
import { type Ask, connectAdmin, type Shop } from "./admin";
import * as operations from "./operations";
import { SCOPES } from "./scopes";

// A card has a few dozen changes; this many pages hold five thousand.
const MOST_TRANSACTION_PAGES = 100;

/** The gift cards of a Shopify shop, by its Admin API (design, section 7). */
export function shopifyAdapter(shop: Shop): Adapter {
  const ask = connectAdmin(shop);
  const secrets = [shop.token];
  return {
    check: () => check(ask),
    create: (card) => create(ask, card, secrets),
    find: (card) => find(ask, card),
    read: async (platformId) => {
      const { giftCard } = await ask(operations.read, { id: platformId });
      return giftCard && present(giftCard);
    },
    adjust: (platformId, change) => adjust(ask, platformId, change, secrets),
    wasAdjusted: (platformId, reference) => wasAdjusted(ask, platformId, reference),
    disable: (platformId) => disable(ask, platformId, secrets),
    changedSince: (since, cursor) =>
      since.getTime() <= 0 ? everyCard(ask, cursor) : changedSince(ask, since, cursor),
  };
}

const noteOf = (cardId: string): string => `Scrip card ${cardId}`;

function cardIdOf(note: string | null): string | null {
  return (
    /\bScrip card ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/.exec(note ?? "")?.[1] ?? null
  );
}

function present({ id, enabled, note, balance }: operations.ShopifyCard): PlatformCard {
  const currency = balance.currencyCode;
  const balanceCents = centsOfDecimal(balance.amount, currency);
  if (balanceCents === null || !isCurrency(currency)) {
    throw new PlatformError("unreachable", "The shop told a balance that could not be understood.");
  }
  return { platformId: id, balanceCents, currency, enabled, cardId: cardIdOf(note) };
}

/** Throws what the shop refused; gives back what it answered otherwise. */
function done<T>(result: T | null, errors: operations.UserError[], secrets: string[]): T {
  const [error] = errors;
  if (result && !error) return result;
  const said = quotable(error?.message ?? "", secrets) || "The shop did not say why.";
  // The shop's own failure says nothing of what became of the call.
  if (!error || error.code === "INTERNAL_ERROR") throw new PlatformError("unreachable", said);
  throw new PlatformError(error.code === "TAKEN" ? "taken" : "refused", said);
}

async function check(ask: Ask) {
  const { shop, currentAppInstallation } = await ask(operations.check);
  const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
  // To write implies to read.
  const missing = SCOPES.filter(
    (scope) => !granted.has(scope) && !granted.has(scope.replace(/^read_/, "write_")),
  );
  if (missing.length > 0) {
    const scopes = `${missing.length > 1 ? "scopes" : "scope"} ${missing.join(", ")}`;
    throw new PlatformError("unauthorized", `The access token lacks the ${scopes}.`);
  }
  return { name: shop.name, currency: shop.currencyCode };
}

async function create(ask: Ask, card: CardToCreate, secrets: string[]): Promise<PlatformCard> {
  const { giftCardCreate } = await ask(operations.create, {
    input: {
      code: card.code,
      initialValue: decimalText(card.balanceCents, card.currency),
      expiresOn: card.expiresOn,
      note: noteOf(card.cardId),
    },
  });
  const { giftCard, userErrors } = giftCardCreate;
  return present(done(giftCard, userErrors, [...secrets, card.code]));
}

/** Told by the note, wherever it was found. */
async function find(ask: Ask, { cardId, code }: { cardId: string; code: string }) {
  const end = `last_characters:${code.slice(-4)}`;
  const { byCode, byEnd, newest } = await ask(operations.find, { code, end });
  const looked = [...byCode.nodes, ...byEnd.nodes, ...newest.nodes];
  const ours = looked.find(({ note }) => cardIdOf(note) === cardId);
  return ours ? present(ours) : null;
}

async function adjust(
  ask: Ask,
  id: string,
  { amountCents, currency, reference }: Adjustment,
  secrets: string[],
): Promise<PlatformCard> {
  const amount = { amount: decimalText(Math.abs(amountCents), currency), currencyCode: currency };
  if (amountCents > 0) {
    const input = { creditAmount: amount, note: reference };
    const { giftCardCredit: said } = await ask(operations.credit, { id, input });
    return present(done(said.giftCardCreditTransaction, said.userErrors, secrets).giftCard);
  }
  const input = { debitAmount: amount, note: reference };
  const { giftCardDebit: said } = await ask(operations.debit, { id, input });
  return present(done(said.giftCardDebitTransaction, said.userErrors, secrets).giftCard);
}

/** Reads the card's changes, newest first, until the one with the reference is found. */
async function wasAdjusted(ask: Ask, id: string, reference: string): Promise<boolean> {
  let after: string | null = null;
  for (let page = 0; page < MOST_TRANSACTION_PAGES; page++) {
    const { giftCard }: Awaited<ReturnType<typeof readTransactions>> = await readTransactions(
      ask,
      id,
      after,
    );
    if (!giftCard) return false;
    if (!giftCard.transactions) {
      throw new PlatformError("unreachable", "The shop did not tell the card's changes.");
    }
    const { nodes, pageInfo } = giftCard.transactions;
    if (nodes.some(({ note }) => note === reference)) return true;
    if (!pageInfo.hasNextPage) return false;
    after = pageInfo.endCursor;
  }
  return false;
}

const readTransactions = (ask: Ask, id: string, after: string | null) =>
  ask(operations.transactions, { id, after });

async function disable(ask: Ask, id: string, secrets: string[]): Promise<void> {
  const { giftCardDeactivate } = await ask(operations.deactivate, { id });
  const { giftCard, userErrors } = giftCardDeactivate;
  if (userErrors.length === 0) return;
  // A card that is off already is what was wanted, whatever the shop says of it.
  const read = await ask(operations.read, { id });
  if (read.giftCard?.enabled !== false) done(giftCard, userErrors, secrets);
}

/**
 * Gift cards have no search by the time of their last change, and an unknown filter is passed over;
 * so they are read from the last one changed, back to `since`.
 */
async function changedSince(ask: Ask, since: Date, after: string | null) {
  const { nodes, pageInfo } = (await ask(operations.lastChanged, { after })).giftCards;
  const changed = nodes.filter(({ updatedAt }) => updatedAt >= wholeSecond(since));
  const further = changed.length === nodes.length && pageInfo.hasNextPage;
  return { cards: changed.map(present), nextCursor: further ? pageInfo.endCursor : null };
}

/** Shopify tells time in whole seconds. */
const wholeSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

/** By ranges of their ids, since Shopify counts no further than 25,000 cards behind a cursor. */
async function everyCard(ask: Ask, cursor: string | null) {
  const query = `id:>=${cursor ?? "1"}`;
  const { nodes, pageInfo } = (await ask(operations.inOrder, { query })).giftCards;
  const lastId = /\d+$/.exec(nodes.at(-1)?.id ?? "")?.[0];
  const next = lastId && pageInfo.hasNextPage ? String(BigInt(lastId) + 1n) : null;
  return { cards: nodes.map(present), nextCursor: next };
}
