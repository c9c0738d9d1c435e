import { pg } from "@/lib/db/client/client";
import { claimDue } from "@/lib/domain/webhooks/deliver";
import { withoutTimeout } from "./history";
import { onInstance } from "./instance";
import { percentile } from "./report";
import { keep } from "./results.mjs";
import { addDeliveries, makeStoreWithWebhooks } from "./store-with-webhooks";

const WEBHOOK_COUNT = 20;
const WAITING_EVENTS = 50;
// The only growth left is index depth: one more level between the first two sizes.
const MAX_OLD_DELIVERIES = Number(process.env.OLD_DELIVERIES ?? 1_000_000);
const OLD_DELIVERY_COUNTS = [0, MAX_OLD_DELIVERIES / 10, MAX_OLD_DELIVERIES];
const OLD_EVENTS_AT_ONCE = Math.min(1_000, Math.ceil(MAX_OLD_DELIVERIES / 10 / WEBHOOK_COUNT));
const CLAIM_COUNT = 100;
const SLOTS_PER_CLAIM = 16;

/** Blocks of the tables and indexes that were read so far, as counted by this connection. */
async function blocksRead(): Promise<number> {
  await pg()`select pg_stat_force_next_flush()`;
  await pg()`select 1`;
  const [row] = await pg()`
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int as blocks
    from pg_statio_user_tables where relname in ('webhook_deliveries', 'webhooks', 'events')`;
  return row?.blocks;
}

const vacuumDeliveries = () => withoutTimeout((sql) => sql`vacuum analyze webhook_deliveries`);

/** Measures the median time of a claim and the blocks it reads. Each claim is released afterward. */
async function measureClaims(oldDeliveries: number) {
  await vacuumDeliveries();
  const idle = new Map();
  const timesMs: number[] = [];
  const blocks: number[] = [];
  for (let n = 0; n < CLAIM_COUNT; n++) {
    const before = await blocksRead();
    const startedAtMs = performance.now();
    const claimed = await claimDue(SLOTS_PER_CLAIM, idle);
    timesMs.push(performance.now() - startedAtMs);
    blocks.push((await blocksRead()) - before);
    if (claimed.length !== SLOTS_PER_CLAIM) throw new Error(`claimed ${claimed.length}`);
    await pg()`update webhook_deliveries set leased_until = null, next_attempt_at = now()
      where id = any(${claimed.map(({ id }) => id)}::uuid[])`;
    if (n % 10 === 9) await vacuumDeliveries();
  }
  const found = { oldDeliveries, ms: percentile(timesMs, 0.5), blocks: percentile(blocks, 0.5) };
  console.log(
    `a claim among ${oldDeliveries} old deliveries: ${found.ms.toFixed(2)} ms, ${found.blocks} blocks for ${SLOTS_PER_CLAIM} deliveries`,
  );
  return found;
}

// One connection, because each connection counts its own reads.
await onInstance(1, async (url) => {
  const stock = await makeStoreWithWebhooks(url, WEBHOOK_COUNT);
  await addDeliveries(stock, WAITING_EVENTS, "pending");
  const measured = [];
  let old = 0;
  for (const wanted of OLD_DELIVERY_COUNTS) {
    for (; old < wanted; old += OLD_EVENTS_AT_ONCE * WEBHOOK_COUNT) {
      await addDeliveries(stock, OLD_EVENTS_AT_ONCE, "delivered");
    }
    measured.push(await measureClaims(old));
  }
  keep("claims", { measured });
});
