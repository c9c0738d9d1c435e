import { describe, expect, test } from "vitest";
import { RETRY_SCHEDULE_NAMES, RETRY_SCHEDULES } from "@/lib/domain/webhooks/delivery-policy";
import { SKIPPED_ERROR } from "@/lib/domain/webhooks/webhook";
import { translator } from "@/lib/testing/translator";
import { deliveryState, disablingInWords, retriesInWords } from "./words";

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

describe("a webhook's retries are words", () => {
  const numbersIn = (text = "") => (text.match(/\d+/g) ?? []).map(Number);

  test.each(RETRY_SCHEDULE_NAMES)("the help of %s has its pauses", (name) => {
    const [minutes, hours] = t(`retries.schedule.${name}.help`).split("then");
    const pauses = [...numbersIn(minutes), ...numbersIn(hours).map((hour) => hour * 60)];
    expect(pauses).toEqual(RETRY_SCHEDULES[name]);
  });

  test("what holds now is one sentence for each schedule", () => {
    const sentences = RETRY_SCHEDULE_NAMES.map((name) =>
      retriesInWords(t, { retrySchedule: name }),
    );
    expect(sentences).toEqual([
      "Retried after 1, 5 and 30 minutes",
      "Retried for about 1 day",
      "Retried for about 3 days",
    ]);
  });

  test("a least time before disabling is named if there is one", () => {
    const words = (disableAfterHours: number) => disablingInWords(t, { disableAfterHours });
    const always = "Disabled after 3 failed deliveries in a row";
    expect(words(0)).toBe(always);
    expect(words(1)).toBe(`${always} and at least 1 hour of failures`);
    expect(words(24)).toBe(`${always} and at least 24 hours of failures`);
  });
});
