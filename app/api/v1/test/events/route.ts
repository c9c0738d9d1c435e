import {
  TestEventsQuery,
  testEventsExample,
  testEventsReply,
} from "@/lib/api/contract/v1/test-events";
import { get } from "@/lib/api/kernel/endpoint";
import { isDraining } from "@/lib/background/draining";
import { waitForEvents } from "@/lib/domain/webhooks/wait-for-events";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "waitForTestEvents",
  summary: "Wait for test events",
  description:
    "Only in test mode. Returns the test store's events since a cursor with the bodies that webhooks would receive, or waits for the next one. `scrip listen` uses it to forward events to your own machine.",
  scope: "webhooks:write",
  mode: "test",
  waits: true,
  query: TestEventsQuery,
  reply: testEventsReply,
  refuses: ["test_mode_only"],
  example: testEventsExample,
  handle: (ctx, { query }) => waitForEvents(ctx, query, isDraining),
});
