import { z } from "zod";
import { ShownInstant } from "@/lib/api/contract/fields";
import { type Example, inBothShapes, sameBody, sameReply } from "@/lib/api/contract/shapes";
import { MAX_ADVANCE_SECONDS, type TestClock } from "@/lib/domain/test-clock/clock";

export const AdvanceBody = inBothShapes(
  z.strictObject({
    /** How far the clock moves forward. */
    advanceSeconds: z.int().min(1).max(MAX_ADVANCE_SECONDS),
  }),
);

export const clockReply = sameReply(
  z.object({
    /** The time of the test store's clock. */
    now: ShownInstant,
    /** How far it is ahead of the real time, in total. */
    aheadSeconds: z.int().min(0),
  }),
);

const exampleClock = (): TestClock => ({
  now: new Date("2026-02-02T12:04:09.512Z"),
  aheadSeconds: 172_800,
});

export const readClockExample: Example<TestClock> = { result: exampleClock };

export const advanceClockExample: Example<TestClock> = {
  body: sameBody({ advanceSeconds: 86_400 }),
  result: exampleClock,
};
