import pLimit from "p-limit";
import { API_SCOPES } from "@/lib/base/roles";
import { createKey } from "@/lib/domain/api-keys/create";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { operatorContext } from "@/lib/domain/people/operator";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { vacuum } from "./history";

/** Requests per key and window, instead of the published 50. The limiter still counts exactly. */
const KEY_LIMIT_PER_MINUTE = 1_000;
/** Far more debits per second than any lane is expected to reach on this kind of machine. */
const MAX_PER_SECOND = 4_000;
// Random choice spreads calls unevenly, so plan for 60 % of a key's limit at the highest rate.
const KEY_COUNT = Number(
  process.env.KEYS ?? Math.ceil((MAX_PER_SECOND * 60) / (KEY_LIMIT_PER_MINUTE * 0.6)),
);
const STORE_COUNT = Number(process.env.STORES ?? 50);
/** The maximum number of keys per store. */
const KEYS_OF_THE_HOT_STORE = 200;
const CARDS_OF_A_STORE = 100;
const BALANCE_CENTS = 1_000_000_000;
const CONCURRENT_WRITES = 8;

/** A store with its keys and active cards, for the load generator to choose from. */
export type BenchStore = { merchantId: string; keys: string[]; cards: string[] };

/** Runs `work` `count` times, several at once. */
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  pLimit(CONCURRENT_WRITES).map(Array(count).keys(), work);

/** Creates another key for a store, with the raised limit. */
export async function makeBenchKey(merchantId: string): Promise<string> {
  const { secret } = await createKey(operatorContext(merchantId), {
    name: "Till",
    shape: "A",
    scopes: API_SCOPES,
    expiresAt: null,
    limitPerWindow: KEY_LIMIT_PER_MINUTE,
  });
  return secret;
}

/** Creates a store with a unique owner. Returns its id. */
export async function makeStore(): Promise<string> {
  const unique = crypto.randomUUID();
  const owner = { email: `${unique}@example.com`, password: crypto.randomUUID() };
  return (await createMerchant({ name: "A store", ...owner, currency: "USD" })).merchantId;
}

/** Creates an active card. Returns its id. */
export async function makeCard(merchantId: string): Promise<string> {
  const ctx = () => operatorContext(merchantId);
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: BALANCE_CENTS });
  return card.id;
}

/** Creates a store with keys, active cards and a webhook for debits and credits. */
export async function makeBenchStore(keys: number, cards: number): Promise<BenchStore> {
  const merchantId = await makeStore();
  await createWebhook(operatorContext(merchantId), {
    url: "https://example.com/hook",
    events: ["card.debited", "card.credited"],
  });
  return {
    merchantId,
    keys: await times(keys, () => makeBenchKey(merchantId)),
    cards: await times(cards, () => makeCard(merchantId)),
  };
}

/** Creates many stores for randomly spread calls, and one whose single card gets every call. */
export async function makeBenchStores(): Promise<{ tills: BenchStore[]; hot: BenchStore[] }> {
  const tills = [];
  for (let n = 0; n < STORE_COUNT; n++) {
    tills.push(await makeBenchStore(Math.ceil(KEY_COUNT / STORE_COUNT), CARDS_OF_A_STORE));
  }
  const hot = [await makeBenchStore(KEYS_OF_THE_HOT_STORE, 1)];
  await vacuum();
  return { tills, hot };
}
