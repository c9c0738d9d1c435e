import { AsyncLocalStorage } from "node:async_hooks";
import pLimit from "p-limit";
import { setIdClock } from "@/lib/base/ids";

/** Something that happened, at a time in epoch ms. */
export type Moment = { atMs: number; run: () => Promise<unknown> };

/** Moments that follow each other, such as the life of one card, oldest first. */
export type Story = Moment[];

const STORIES_AT_ONCE = 40;

/**
 * Plays stories side by side, each in its own time: new ids carry the time of the moment that makes them, and a
 * transaction's time is that of its id.
 */
export async function play(stories: Story[]): Promise<void> {
  const clock = new AsyncLocalStorage<number>();
  const limit = pLimit(STORIES_AT_ONCE);
  setIdClock(() => clock.getStore());
  try {
    await Promise.all(
      stories.map((story) =>
        limit(async () => {
          for (const { atMs, run } of story) await clock.run(atMs, run);
        }),
      ),
    );
  } finally {
    setIdClock(null);
  }
}

/** Does something at a time of the past (epoch ms), and returns its result. */
export async function at<Result>(atMs: number, run: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await play([[{ atMs, run: async () => results.push(await run()) }]]);
  return results[0] as Result;
}
