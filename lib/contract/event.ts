import { z } from "zod";
import { EVENT_WORDS, SUBSCRIBABLE } from "../webhooks/webhook";

export type EventName = (typeof SUBSCRIBABLE)[number] | "webhook.test";

const MOVED_ANY_WAY =
  "What was moved, in either direction and without a sign: compare newBalanceCents with the balance you know, or read the transaction.";

/** What `data.amountCents` is in each event. */
const AMOUNTS: Record<EventName, string> = {
  "card.activated": "What it was activated with.",
  "card.reloaded": "What was added.",
  "card.transferred_in": "What arrived, in this card's currency.",
  "card.transferred_out": "What left, in this card's currency.",
  "card.balance_changed": MOVED_ANY_WAY,
  "card.disabled": "Always 0; newBalanceCents is what was left on the card.",
  "card.debited": "What was redeemed.",
  "card.credited": "What was added.",
  "webhook.test": "Always 0.",
};

export const EVENT_NAMES: readonly EventName[] = [...SUBSCRIBABLE, "webhook.test"];

/** When an event is sent, in a sentence. */
export const whenSent = (event: EventName): string =>
  `${event === "webhook.test" ? "A test was requested; it does not concern a card" : EVENT_WORDS[event]}.`;

/**
 * What arrives at a receiver (spec, Payload): the same whatever the shape of the key that registered
 * the webhook. lib/ledger/event-body.sql renders it.
 */
export const eventBodyOf = (event: EventName) =>
  z.object({
    id: z.uuid().meta({ description: "The event's id, the same in every attempt and replay." }),
    event: z.literal(event),
    sequence: z.int().min(0).meta({
      description:
        "Counts the changes of the card; events of the same change share it. 0 in a test.",
      example: 7,
    }),
    transactionId: z.uuid().optional().meta({ description: "Present if the balance changed." }),
    timestamp: z.iso.datetime().meta({ description: "When it happened." }),
    data: z.object({
      cardUuid: z.uuid(),
      amountCents: z.int().min(0).meta({ description: AMOUNTS[event], example: 950 }),
      currency: z.string().meta({ example: "USD" }),
      newBalanceCents: z
        .int()
        .min(0)
        .meta({ description: "The card's balance after the change.", example: 1550 }),
      consumerEmail: z.email().nullable().meta({
        description: "The email of the card's owner, or null.",
        example: "ada@example.com",
      }),
    }),
  });
