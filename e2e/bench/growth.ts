import { closePool, pg } from "@/lib/db/client/client";
import { spend } from "@/lib/domain/cards/spend";
import { operatorContext } from "@/lib/domain/people/operator";
import { type BenchStore, makeBenchKey, makeBenchStore } from "./bench-stores";
import { makeHistory, vacuum } from "./history";
import { onInstance } from "./instance";
import type { CallName } from "./load";
import { inRounds, type Ratio, ratioOf, report, type Sample, type Scenario } from "./report";
import { startApp, startLoad, withServers } from "./servers";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ROUND_MS = Number(process.env.ROUND_MS ?? 1_000);
const MANY_CARDS = Number(process.env.GROWTH_CARDS ?? 1_000_000);
const CARD_COUNTS = { few: Math.min(1_000, MANY_CARDS / 2), many: MANY_CARDS };
const TRANSACTION_COUNTS = { few: 10, many: Number(process.env.GROWTH_TRANSACTIONS ?? 100_000) };
const MOVEMENTS_OF_A_CARD = 2;
/** Many cards, so that each still has few transactions after its debits. */
const SHORT_HISTORY_CARD_COUNT = Math.min(500, MANY_CARDS / 10);
const KEY_COUNT = Number(process.env.KEYS ?? 200);
/** The number of movements that share a commit. */
const MOVEMENTS_PER_COMMIT = 16;

/** Redeems one cent `times` times on each card, with synchronous commit off. */
async function addRedemptions(
  { merchantId }: BenchStore,
  cards: string[],
  times: number,
): Promise<void> {
  await setSynchronousCommit(false);
  for (const cardId of cards) {
    const redeem = () => spend(operatorContext(merchantId), { cardId, amountCents: 1 });
    for (let left = times; left > 0; left -= MOVEMENTS_PER_COMMIT) {
      await Promise.all(Array.from({ length: Math.min(MOVEMENTS_PER_COMMIT, left) }, redeem));
    }
  }
  await setSynchronousCommit(true);
}

async function setSynchronousCommit(waits: boolean): Promise<void> {
  await pg().unsafe(`alter database scrip set synchronous_commit = ${waits ? "on" : "off"}`);
  await closePool();
}

/** Creates a store whose cards have few transactions, and a store with one card that has many. */
async function makeShortAndLongHistories(): Promise<Record<"short" | "long", BenchStore[]>> {
  const short = await makeBenchStore(KEY_COUNT, SHORT_HISTORY_CARD_COUNT);
  // Each card already has its activation. The measurement itself adds about as many transactions again.
  await addRedemptions(short, short.cards, TRANSACTION_COUNTS.few / 2 - 1);
  const long = await makeBenchStore(KEY_COUNT, 1);
  await addRedemptions(long, long.cards, TRANSACTION_COUNTS.many - 1);
  return { short: [short], long: [long] };
}

async function makeStore(cards: number): Promise<BenchStore[]> {
  const { merchantId } = await makeHistory(cards, MOVEMENTS_OF_A_CARD);
  return [{ merchantId, keys: [await makeBenchKey(merchantId)], cards: [] }];
}

const cpuMs = ({ appMs, postgresMs }: Sample) => appMs + postgresMs;
const cpuRatio = (above: Sample, below: Sample) => cpuMs(above) / cpuMs(below);
const timeRatio = (above: Sample, below: Sample) => below.perSecond / above.perSecond;

function ratiosOf(samples: Map<string, Sample[]>): Ratio[] {
  const pairs = [
    { title: "debit", sizes: TRANSACTION_COUNTS, of: "transactions on the card", most: 1.2 },
    { title: "list page and total", sizes: CARD_COUNTS, of: "cards", most: 3 },
    { title: "list page of active cards", sizes: CARD_COUNTS, of: "cards", most: 3 },
  ];
  return pairs.flatMap(({ title, sizes, of, most }) => {
    const pair: [string, string] = [`${title}, many`, `${title}, few`];
    const name = (by: string) => `${title} with ${sizes.many} ${of} ÷ with ${sizes.few}, ${by}`;
    return [
      { name: name("CPU"), value: ratioOf(samples, pair, cpuRatio), most },
      { name: name("time"), value: ratioOf(samples, pair, timeRatio), most },
    ];
  });
}

await onInstance(10, async (_url, { home }) => {
  console.log(`making a card of ${TRANSACTION_COUNTS.many} transactions …`);
  const { short, long } = await makeShortAndLongHistories();
  console.log(`making a store of ${CARD_COUNTS.many} cards …`);
  const stock = {
    short,
    long,
    few: await makeStore(CARD_COUNTS.few),
    many: await makeStore(CARD_COUNTS.many),
  };
  await vacuum();
  await withServers(async (keep) => {
    const server = await keep(startApp("direct"));
    const load = await keep(startLoad(stock));
    const one = (name: string, call: CallName, among: keyof typeof stock): Scenario => ({
      name,
      pids: [server.pid],
      homes: [home],
      // One connection, because two debits of one card would wait for each other.
      run: (ms) => load.run({ call, among, ports: [server.port], connections: 1, ms }),
    });
    const scenarios = [
      one("debit, few", "debit", "short"),
      one("debit, many", "debit", "long"),
      one("list page and total, few", "list", "few"),
      one("list page and total, many", "list", "many"),
      one("list page of active cards, few", "listActive", "few"),
      one("list page of active cards, many", "listActive", "many"),
    ];
    const samples = await inRounds(scenarios, { rounds: ROUNDS, ms: ROUND_MS });
    await report("growth", { samples, ratios: ratiosOf(samples) });
  });
});
