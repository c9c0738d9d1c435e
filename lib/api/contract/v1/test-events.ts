import { z } from "zod";
import { wholeNumber } from "@/lib/api/contract/fields";
import { type Example, sameReply } from "@/lib/api/contract/shapes";
import { type EventsPage, MAX_WAIT_SECONDS } from "@/lib/domain/webhooks/wait-for-events";
import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";

export const TestEventsQuery = z.strictObject({
  after: z.string().optional().meta({
    description:
      "The `cursor` of the previous response. Without it, the response has no events and the cursor to start from.",
  }),
  waitSeconds: wholeNumber(0, MAX_WAIT_SECONDS).default(0).meta({
    description:
      "How long to wait for an event. The response can be earlier, with or without events.",
    type: "integer",
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    default: 0,
  }),
});

const TestEventView = z
  .object({
    id: z.uuid(),
    event: z.enum(SUBSCRIBABLE_EVENTS),
    body: z.string().meta({ description: "The body of a webhook request, exactly as it is sent." }),
  })
  .meta({ id: "TestEvent" });

export const testEventsReply = sameReply(
  z.object({
    /** At most 100, in the order in which they happened to each card. */
    events: z.array(TestEventView),
    cursor: z.string().meta({ description: "The `after` of the next request." }),
  }),
);

const id = "0197a3c6-2b7e-7d41-8a95-4c5d6e7f8091";

export const testEventsExample: Example<EventsPage> = {
  query: { waitSeconds: "25" },
  result: () => ({
    events: [
      {
        id,
        event: "card.activated",
        body: JSON.stringify({
          id,
          event: "card.activated",
          sequence: 1,
          transactionId: "0197a3c6-2b7e-7d41-8a95-4c5d6e7f8092",
          timestamp: "2026-01-31T12:04:09.512Z",
          data: {
            cardUuid: "0197a3c5-1a6d-7c30-9b84-3b4c5d6e7f80",
            amountCents: 2_500,
            currency: "USD",
            newBalanceCents: 2_500,
            consumerEmail: null,
          },
        }),
      },
    ],
    cursor: "AZejxit-fUGKlUxdbn-AkZ4yS0pTbnE0ZUJYIjc3NDEuMTc2OTg2MTA0OTUxMiI",
  }),
};
