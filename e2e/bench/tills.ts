import pLimit from "p-limit";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { API_SCOPES } from "@/lib/roles";
import { createMerchant } from "@/lib/merchants/create";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { createWebhook } from "@/lib/webhooks/create";
import { vacuum } from "./history";

/** Calls of a key in any window, in place of the published 50: exact and counted all the same. */
const KEY_LIMIT = 1_000;
/** No lane of this kind of machine is expected to debit faster, by far. */
const MAX_PER_SECOND = 4_000;
// Chance spreads calls unevenly, so at the highest rate a key is meant to be at 60 % of its limit.
const KEYS = Number(process.env.KEYS ?? Math.ceil((MAX_PER_SECOND * 60) / (KEY_LIMIT * 0.6)));
const STORES = Number(process.env.STORES ?? 50);
/** One store may have no more. */
const KEYS_OF_THE_HOT_STORE = 200;
const CARDS_OF_A_STORE = 100;
const BALANCE_CENTS = 1_000_000_000;
const AT_ONCE = 8;

/** A store, its keys and its active cards: what the load generator chooses from. */
export type Till = { merchantId: string; keys: string[]; cards: string[] };

/** Runs `work` so many times, several at once. */
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  pLimit(AT_ONCE).map(Array(count).keys(), work);

/** One more key of a store, with the raised limit. */
export async function makeTillKey(merchantId: string): Promise<string> {
  const { secret } = await createKey(operatorContext(merchantId), {
    name: "Till",
    shape: "A",
    scopes: API_SCOPES,
    expiresAt: null,
    limitPerWindow: KEY_LIMIT,
  });
  return secret;
}

/** A store of its own name; gives its id. */
export async function makeStore(): Promise<string> {
  const unique = crypto.randomUUID();
  const owner = { email: `${unique}@example.com`, password: unique };
  return (await createMerchant({ name: "A store", ...owner, currency: "USD" })).merchantId;
}

/** An active card of a store; gives its id. */
export async function makeCard(merchantId: string): Promise<string> {
  const ctx = () => operatorContext(merchantId);
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: BALANCE_CENTS });
  return card.id;
}

/** A store with keys, active cards and a webhook that wants every movement. */
export async function makeTill(keys: number, cards: number): Promise<Till> {
  const merchantId = await makeStore();
  await createWebhook(operatorContext(merchantId), {
    url: "https://example.com/hook",
    events: ["card.debited", "card.credited"],
  });
  return {
    merchantId,
    keys: await times(keys, () => makeTillKey(merchantId)),
    cards: await times(cards, () => makeCard(merchantId)),
  };
}

/** Many stores for calls spread by chance, and one whose single card every call is about. */
export async function makeTills(): Promise<{ tills: Till[]; hot: Till[] }> {
  const tills = [];
  for (let n = 0; n < STORES; n++) {
    tills.push(await makeTill(Math.ceil(KEYS / STORES), CARDS_OF_A_STORE));
  }
  const hot = [await makeTill(KEYS_OF_THE_HOT_STORE, 1)];
  await vacuum();
  return { tills, hot };
}
