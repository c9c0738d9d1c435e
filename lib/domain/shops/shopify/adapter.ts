import { centsOfDecimal, decimalText, isCurrency } from "@/lib/base/money";
import { type Adapter, type PlatformCard, PlatformError } from "@/lib/domain/shops/adapter";
import { redactedLine } from "@/lib/domain/shops/http-call";
import { connectAdmin, type RunOperation, type Shop } from "./admin";
import * as operations from "./operations";
import { SCOPES } from "./scopes";

// Generous: a card has a few dozen transactions, and these pages hold 5,000.
const MAX_TRANSACTION_PAGES = 100;

/** Adapter for Shopify's Admin API (design, section 7). */
export function shopifyAdapter(shop: Shop): Adapter {
  const ask = connectAdmin(shop);
  const secrets = [shop.token];
  const read = async (id: string) => (await ask(operations.read, { id })).giftCard;
  return {
    check: () => check(ask),
    create: async (card) => {
      const { code, expiresOn } = card;
      const initialValue = decimalText(card.balanceCents, card.currency);
      const input = { code, initialValue, expiresOn, note: `Scrip card ${card.cardId}` };
      const created = await ask(operations.create, { input });
      return present(resultOf(created, [...secrets, code]));
    },
    find: async ({ cardId, code }) => {
      const end = `last_characters:${code.slice(-4)}`;
      const { byCode, byEnd, newest } = await ask(operations.find, { code, end });
      const looked = [...byCode.nodes, ...byEnd.nodes, ...newest.nodes];
      const ours = looked.find(({ note }) => cardIdOf(note) === cardId);
      return ours ? present(ours) : null;
    },
    read: async (id) => {
      const card = await read(id);
      return card && present(card);
    },
    adjust: async (id, { amountCents, currency, reference: note }) => {
      const amount = decimalText(Math.abs(amountCents), currency);
      const money = { amount, currencyCode: currency };
      const changed =
        amountCents > 0
          ? await ask(operations.credit, { id, input: { creditAmount: money, note } })
          : await ask(operations.debit, { id, input: { debitAmount: money, note } });
      return present(resultOf(changed, secrets).giftCard);
    },
    wasAdjusted: (id, reference) => wasAdjusted(ask, id, reference),
    setExpiry: async (id, expiresOn) =>
      present(resultOf(await ask(operations.update, { id, input: { expiresOn } }), secrets)),
    disable: async (id) => {
      const changed = await ask(operations.deactivate, { id });
      if (changed.userErrors.length === 0) return;
      // A card that is already disabled is not an error.
      if ((await read(id))?.enabled !== false) resultOf(changed, secrets);
    },
    changedSince: (since, cursor) =>
      since.getTime() <= 0 ? everyCard(ask, cursor) : changedSince(ask, since, cursor),
  };
}

function cardIdOf(note: string | null): string | null {
  return (
    /\bScrip card ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/.exec(note ?? "")?.[1] ?? null
  );
}

function present({ id, enabled, note, expiresOn, balance }: operations.ShopifyCard): PlatformCard {
  const currency = balance.currencyCode;
  const balanceCents = centsOfDecimal(balance.amount, currency);
  if (balanceCents === null || !isCurrency(currency)) {
    throw new PlatformError("unreachable", "The shop sent a balance that couldn't be read.");
  }
  return { platformId: id, balanceCents, currency, enabled, cardId: cardIdOf(note), expiresOn };
}

/** Returns the result of a mutation. Throws if the shop refused it. */
function resultOf<T>({ result, userErrors }: operations.MutationResult<T>, secrets: string[]): T {
  const [error] = userErrors;
  if (result && !error) return result;
  const message = redactedLine(error?.message ?? "", secrets) || "The shop gave no reason.";
  // After an internal error, it is unknown whether the change was made.
  if (!error || error.code === "INTERNAL_ERROR") throw new PlatformError("unreachable", message);
  throw new PlatformError(error.code === "TAKEN" ? "taken" : "refused", message);
}

async function check(ask: RunOperation) {
  const { shop, currentAppInstallation } = await ask(operations.check);
  const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
  // A write scope includes the read scope.
  const missing = SCOPES.filter(
    (scope) => !granted.has(scope) && !granted.has(scope.replace(/^read_/, "write_")),
  );
  if (missing.length > 0) {
    const scopes = `${missing.length > 1 ? "scopes" : "scope"} ${missing.join(", ")}`;
    throw new PlatformError("unauthorized", `The access token lacks the ${scopes}.`);
  }
  return { name: shop.name, currency: shop.currencyCode };
}

/** Looks for the reference in the card's transactions, newest first. */
async function wasAdjusted(ask: RunOperation, id: string, reference: string): Promise<boolean> {
  let after: string | null = null;
  for (let page = 0; page < MAX_TRANSACTION_PAGES; page++) {
    const variables: object = { id, after };
    const found: operations.TransactionPage | null = await ask(operations.transactions, variables);
    if (!found) return false;
    if (found.nodes.some(({ note }) => note === reference)) return true;
    if (!found.pageInfo.hasNextPage) return false;
    after = found.pageInfo.endCursor;
  }
  return false;
}

/** Reads the latest changed cards back to `since`, because the API can't filter by the time of change. */
async function changedSince(ask: RunOperation, since: Date, after: string | null) {
  const { nodes, pageInfo } = (await ask(operations.lastChangedCards, { after })).giftCards;
  const changed = nodes.filter(({ updatedAt }) => updatedAt >= wholeSecond(since));
  const further = changed.length === nodes.length && pageInfo.hasNextPage;
  return { cards: changed.map(present), nextCursor: further ? pageInfo.endCursor : null };
}

/** Shopify's timestamps have whole seconds. */
const wholeSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

/** Pages by id range, because a cursor reaches only the first 25,000 cards. */
async function everyCard(ask: RunOperation, cursor: string | null) {
  const query = `id:>=${cursor ?? "1"}`;
  const { nodes, pageInfo } = (await ask(operations.cardsInOrder, { query })).giftCards;
  const lastId = /(?<!\d)\d+$/.exec(nodes.at(-1)?.id ?? "")?.[0];
  const next = lastId && pageInfo.hasNextPage ? String(BigInt(lastId) + 1n) : null;
  return { cards: nodes.map(present), nextCursor: next };
}
