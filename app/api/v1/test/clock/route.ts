import {
  AdvanceBody,
  advanceClockExample,
  clockReply,
  readClockExample,
} from "@/lib/api/contract/v1/test-clock";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { advanceClock, readClock } from "@/lib/domain/test-clock/clock";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "getTestClock",
    summary: "Get the test clock",
    description: "Only in test mode.",
    scope: "cards:read",
    mode: "test",
    reply: clockReply,
    refuses: ["test_mode_only"],
    example: readClockExample,
    handle: (ctx) => readClock(ctx),
  }),
  POST: endpoint({
    operationId: "moveTestClock",
    summary: "Move the test clock",
    description:
      "Only in test mode. As if the time had passed, cards, holds and gifts expire, webhook retries become due, and responses stored under an Idempotency-Key are deleted. Timestamps, rate limits and reports still use real time.",
    scope: "money:write",
    waits: true,
    mode: "test",
    body: AdvanceBody,
    reply: clockReply,
    refuses: ["test_mode_only"],
    example: advanceClockExample,
    handle: (ctx, { body }) => advanceClock(ctx, body),
  }),
});
