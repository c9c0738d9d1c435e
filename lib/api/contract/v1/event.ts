import { z } from "zod";
import { CURRENCY_PATTERN } from "@/lib/api/contract/fields";
import { EVENT_WORDS, SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";

export type EventName = (typeof SUBSCRIBABLE_EVENTS)[number] | "webhook.test";

const MOVED_AMOUNT_DESCRIPTION =
  "The amount of the change, always positive. To get the direction, compare newBalanceCents with the previous balance, or get the transaction.";

/** The meaning of `data.amountCents` in each event. */
const AMOUNT_DESCRIPTIONS: Record<EventName, string> = {
  "card.activated": "The initial balance.",
  "card.reloaded": "The amount added.",
  "card.transferred_in": "The amount received, in this card's currency.",
  "card.transferred_out": "The amount sent, in this card's currency.",
  "card.balance_changed": MOVED_AMOUNT_DESCRIPTION,
  "card.disabled": "Always 0. newBalanceCents is the remaining balance.",
  "card.debited": "The amount redeemed.",
  "card.credited": "The amount added.",
  "webhook.test": "Always 0.",
};

export const EVENT_NAMES: readonly EventName[] = [...SUBSCRIBABLE_EVENTS, "webhook.test"];

/** A sentence that says when an event is sent. */
export const eventDescription = (event: EventName): string =>
  `${event === "webhook.test" ? "You sent a test event, which isn't about a card" : EVENT_WORDS[event]}.`;

/**
 * The body of a webhook request (spec, Payload), the same in both shapes. Rendered by
 * lib/ledger/post/event-body.sql.
 */
export const eventBodySchema = (event: EventName) =>
  z.object({
    id: z
      .uuid()
      .meta({ description: "The ID of the event, the same in every attempt and replay." }),
    event: z.literal(event),
    sequence: z.int().min(0).meta({
      description:
        "Counts the card's changes. Events from the same change have the same number. Test events have 0.",
      example: 7,
    }),
    transactionId: z.uuid().optional().meta({ description: "Present if the balance changed." }),
    timestamp: z.iso.datetime().meta({ description: "When the event occurred." }),
    data: z.object({
      cardUuid: z.uuid(),
      amountCents: z.int().min(0).meta({ description: AMOUNT_DESCRIPTIONS[event], example: 950 }),
      currency: z.string().meta({ pattern: CURRENCY_PATTERN, example: "USD" }),
      newBalanceCents: z
        .int()
        .min(0)
        .meta({ description: "The card's balance after the change.", example: 1550 }),
      consumerEmail: z.email().nullable().meta({
        description: "The consumer's email. Null if the card isn't assigned.",
        example: "ada@example.com",
      }),
    }),
  });
