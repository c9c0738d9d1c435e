import { spend } from "@/lib/cards/movements";
import { closePool, pg } from "@/lib/db/client";
import { operatorContext } from "@/lib/merchants/operator";
import { makeHistory, vacuum } from "./history";
import { onInstance } from "./instance";
import type { CallName } from "./load";
import { inRounds, type Ratio, ratioOf, report, type Sample, type Scenario } from "./report";
import { startApp, startLoad, withServers } from "./servers";
import { makeTill, makeTillKey, type Till } from "./tills";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ROUND_MS = Number(process.env.ROUND_MS ?? 1_000);
const CARDS = { few: 1_000, many: Number(process.env.GROWTH_CARDS ?? 1_000_000) };
const TRANSACTIONS = { few: 10, many: Number(process.env.GROWTH_TRANSACTIONS ?? 100_000) };
const MOVEMENTS_OF_A_CARD = 2;
/** Many cards, so that each still has few transactions after its debits. */
const SHORT_CARDS = 500;
const KEYS = 200;
/** The number of movements that share a commit. */
const AT_ONCE = 16;

/** Redeems one cent `times` times on each card, with synchronous commit off. */
async function lengthen({ merchantId }: Till, cards: string[], times: number): Promise<void> {
  await waitForDisk(false);
  for (const cardId of cards) {
    const redeem = () => spend(operatorContext(merchantId), { cardId, amountCents: 1 });
    for (let left = times; left > 0; left -= AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, redeem));
    }
  }
  await waitForDisk(true);
}

async function waitForDisk(waits: boolean): Promise<void> {
  await pg().unsafe(`alter database scrip set synchronous_commit = ${waits ? "on" : "off"}`);
  await closePool();
}

/** Creates a store whose cards have few transactions, and a store with one card that has many. */
async function makeCards(): Promise<Record<"short" | "long", Till[]>> {
  const short = await makeTill(KEYS, SHORT_CARDS);
  // Each card already has its activation. The measurement itself adds about as many transactions again.
  await lengthen(short, short.cards, TRANSACTIONS.few / 2 - 1);
  const long = await makeTill(KEYS, 1);
  await lengthen(long, long.cards, TRANSACTIONS.many - 1);
  return { short: [short], long: [long] };
}

async function makeStore(cards: number): Promise<Till[]> {
  const { merchantId } = await makeHistory(cards, MOVEMENTS_OF_A_CARD);
  return [{ merchantId, keys: [await makeTillKey(merchantId)], cards: [] }];
}

const cost = ({ appMs, postgresMs }: Sample) => appMs + postgresMs;
const byCpu = (above: Sample, below: Sample) => cost(above) / cost(below);
const byTime = (above: Sample, below: Sample) => below.perSecond / above.perSecond;

function ratiosOf(samples: Map<string, Sample[]>): Ratio[] {
  const pairs = [
    { title: "debit", sizes: TRANSACTIONS, of: "transactions on the card", most: 1.2 },
    { title: "list page and total", sizes: CARDS, of: "cards", most: 3 },
    { title: "list page of active cards", sizes: CARDS, of: "cards", most: 3 },
  ];
  return pairs.flatMap(({ title, sizes, of, most }) => {
    const pair: [string, string] = [`${title}, many`, `${title}, few`];
    const name = (by: string) => `${title} with ${sizes.many} ${of} ÷ with ${sizes.few}, ${by}`;
    return [
      { name: name("CPU"), value: ratioOf(samples, pair, byCpu), most },
      { name: name("time"), value: ratioOf(samples, pair, byTime), most },
    ];
  });
}

await onInstance(10, async (_url, { home }) => {
  console.log(`making a card of ${TRANSACTIONS.many} transactions …`);
  const { short, long } = await makeCards();
  console.log(`making a store of ${CARDS.many} cards …`);
  const stock = { short, long, few: await makeStore(CARDS.few), many: await makeStore(CARDS.many) };
  await vacuum();
  await withServers(async (keep) => {
    const server = await keep(startApp("direct"));
    const load = await keep(startLoad(stock));
    const one = (name: string, call: CallName, among: keyof typeof stock): Scenario => ({
      name,
      pids: [server.pid],
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
    const samples = await inRounds(scenarios, { home, rounds: ROUNDS, ms: ROUND_MS });
    await report("growth", { samples, ratios: ratiosOf(samples) });
  });
});
