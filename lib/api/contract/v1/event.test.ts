import { expect, test } from "vitest";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { claimDue } from "@/lib/domain/webhooks/deliver";
import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { EVENT_NAMES, type EventName, eventBodySchema } from "./event";

const isEvent = (name: string): name is EventName => EVENT_NAMES.some((event) => event === name);

test("what is sent is what the document describes of its event, no name more and none less", async () => {
  const { ctx } = await createStore();
  const url = "https://receiver.example.com/";
  await createWebhook(ctx(), { url, events: SUBSCRIBABLE_EVENTS });
  const consumerEmail = "ada@example.com";
  const { id: cardId } = await makeCard(ctx, { amountCents: 1_000, owner: consumerEmail });
  await credit(ctx(), { cardId, amountCents: 1 });
  await spend(ctx(), { cardId, amountCents: 1 });
  await disable(ctx(), { cardId });
  // One claim may return only part of the queue.
  const bodies: string[] = [];
  for (let more = 1; more > 0; ) {
    const claimed = await claimDue(100, new Map());
    more = claimed.length;
    bodies.push(...claimed.map(({ body }) => body));
  }

  const told = bodies.map((body) => JSON.parse(body));
  expect(new Set(told.map(({ event }) => event))).toEqual(
    new Set(SUBSCRIBABLE_EVENTS.filter((event) => !event.startsWith("card.transferred"))),
  );
  for (const body of told) {
    if (!isEvent(body.event)) throw new Error(`${body.event} is not described`);
    expect(eventBodySchema(body.event).parse(body)).toEqual(body);
    expect("transactionId" in body).toBe(body.event !== "card.disabled");
  }
  const moved = told.find(({ event }) => event === "card.debited");
  expect(moved).toMatchObject({ sequence: 3, data: { newBalanceCents: 1_000, consumerEmail } });
});
