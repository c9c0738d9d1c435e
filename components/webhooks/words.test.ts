import { describe, expect, test } from "vitest";
import { translator } from "@/lib/testing/translator";
import { SKIPPED_ERROR } from "@/lib/webhooks/webhook";
import { deliveryState } from "./words";

const t = translator("webhooks");

const stateOf = (delivery: Partial<Parameters<typeof deliveryState>[1]>) =>
  deliveryState(t, { status: "pending", lastError: null, deliveredAt: null, ...delivery }).word;

describe("a delivery's state is one word", () => {
  test("on its way it is sending until an attempt since it was queued has failed", () => {
    expect(stateOf({})).toBe("Sending");
    expect(stateOf({ lastError: "Your endpoint responded with 500." })).toBe("Retrying");
    expect(stateOf({ deliveredAt: "2026-11-03T10:00:00Z" })).toBe("Sending");
  });

  test("what had arrived has not failed when sending it again has", () => {
    const failed = { status: "failed", lastError: "Your endpoint responded with 500." } as const;
    expect(stateOf(failed)).toBe("Failed");
    expect(stateOf({ ...failed, deliveredAt: "2026-11-03T10:00:00Z" })).toBe("Resend failed");
    expect(stateOf({ ...failed, lastError: SKIPPED_ERROR })).toBe("Skipped");
  });
});
