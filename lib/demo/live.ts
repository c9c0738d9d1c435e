import { Cron } from "croner";
import { log, safeError } from "@/lib/base/observe/log";
import { pg } from "@/lib/db/client/client";
import { backdate } from "./backdate";
import { counterStory } from "./counter";
import { closeOldMonths } from "./months";
import { MINUTE_MS } from "./plan";
import { findDemoStore } from "./store";
import { play } from "./timeline";

/** The days that are made up for after a pause. */
const MAX_DAYS = 31;
/** Less than the grace in which a day's totals still change (lib/domain/reports/close-days.ts). */
const MAX_LATE_MS = 30 * MINUTE_MS;

/** Keeps the demo store open: plays what it missed in a pause, then each minute. `stop` waits for what is running. */
export async function runDemo(storeId: string): Promise<{ stop: () => Promise<void> }> {
  let playedMs = Date.now();
  await playBetween(storeId, await pausedSince(storeId), playedMs);
  let running: Promise<void> = Promise.resolve();
  const cron = new Cron("* * * * *", { protect: true, unref: true }, () => {
    const nowMs = Date.now();
    running = playBetween(storeId, Math.max(playedMs, nowMs - MAX_LATE_MS), nowMs);
    playedMs = nowMs;
    return running;
  });
  return {
    stop: async () => {
      cron.stop();
      await running;
    },
  };
}

/** When the store last sold something (epoch ms), but not before the days that are totaled. */
async function pausedSince(storeId: string): Promise<number> {
  const [row] = await pg()<{ ms: number }[]>`
    select (extract(epoch from greatest(rolled_up_until, now() - make_interval(days => ${MAX_DAYS}),
      (select created_at from transactions where merchant_id = ${storeId}
        and (actor like 'key:%' or actor like 'cashier:%') order by id desc limit 1))) * 1000)::float8 as ms
    from merchants where id = ${storeId}`;
  return row?.ms ?? Date.now();
}

/**
 * Plays what happens at the demo store after `sinceMs`, up to `untilMs`, and closes the months that are old enough.
 * Nothing, once its owner has removed a key, the device or a cashier. Logs what fails.
 */
async function playBetween(storeId: string, sinceMs: number, untilMs: number): Promise<void> {
  try {
    const store = await findDemoStore(storeId);
    const story = store ? counterStory(store, sinceMs, untilMs) : [];
    if (!store || story.length === 0) return;
    const [clock] = await pg()<{ ms: number }[]>`
      select (extract(epoch from now()) * 1000)::float8 as ms`;
    await play([story]);
    await closeOldMonths(store, untilMs);
    await backdate({ storeIds: [store.id], writtenSinceMs: clock?.ms ?? untilMs });
  } catch (error) {
    log().error({ error: safeError(error) }, "the demo store's day could not be played");
  }
}
