import { type Actor, type Context, makeActor, repeatTurns } from "./actor";
import { isDone } from "./ask";
import { type Card, cardOf, change, fittingCents, forget, move, onCard } from "./cards";
import { manage } from "./manage";
import { type Client, openDashboard } from "./sessions";

import { CURRENCY, type Store } from "./stores";

/** A team member at the dashboard. */
type Person = Actor & { store: Store; dashboard: Client; cards: Card[] };

const MAX_CARDS = 8;

async function createCards(person: Person): Promise<void> {
  const fields = {
    count: 1 + person.below(3),
    currency: CURRENCY,
    cardType: "physical",
    ...(person.chance(0.5) && { amountCents: 1_000 + person.below(3_000) }),
  };
  const reply = await person.dashboard({
    verb: "portal create cards",
    path: "/portal/cards",
    body: (note) => ({ ...fields, ...("amountCents" in fields && { note }) }),
  });
  if (!isDone(reply)) return;
  person.cards.push(...reply.body.cards.map(cardOf));
  person.cards = person.cards.filter(({ status }) => status !== "disabled").slice(-MAX_CARDS);
}

/** A card in this status, or sometimes another one. */
const cardIn = (person: Person, status: Card["status"]): Card | undefined =>
  person.pick(person.cards.filter((card) => card.status === status || person.chance(0.03)));

async function activate(person: Person): Promise<void> {
  const card = cardIn(person, "inactive");
  if (!card) return await createCards(person);
  const request = { verb: "portal activate", path: `/portal${onCard(card, "activate")}` };
  await move(person.dashboard, card, request, { amountCents: 500 + person.below(4_000) });
}

/** Adds or takes an amount on the card's page. */
async function adjust(person: Person): Promise<void> {
  const card = cardIn(person, "active");
  if (!card) return await createCards(person);
  const adds = person.chance(0.5);
  const path = `/v1${onCard(card, adds ? "credit" : "debit")}`;
  const amountCents = adds ? 1 + person.below(1_000) : fittingCents(person, card);
  const fields = { amountCents, note: "Adjusted", ...(adds && { source: "top_up" }) };
  const request = { verb: adds ? "portal add" : "portal take", path };
  await move(person.dashboard, card, request, fields);
}

async function refund(person: Person): Promise<void> {
  const card = cardIn(person, "active");
  const original = person.pick((card?.moves ?? []).filter((one) => one.isRedemption));
  if (!card || !original) return await adjust(person);
  const amountCents = 1 + person.below(original.cents);
  const fields = { amountCents, originalTransactionId: original.id };
  const request = { verb: "portal refund", path: `/v1${onCard(card, "credit")}` };
  await move(person.dashboard, card, request, fields);
}

async function reverse(person: Person): Promise<void> {
  const card = cardIn(person, "active");
  const original = person.pick(card?.moves ?? []);
  if (!card || !original) return await adjust(person);
  const request = { verb: "portal reverse", path: "/v1/reversals" };
  await move(person.dashboard, card, request, { transactionId: original.id });
  forget(card, original.id);
}

async function freeze(person: Person): Promise<void> {
  const card = cardIn(person, "active");
  if (!card) return await createCards(person);
  const verb = card.isFrozen ? "unfreeze" : "freeze";
  const request = { verb: `portal ${verb}`, path: `/v1${onCard(card, verb)}` };
  const body = card.isFrozen ? {} : { body: { reason: "Reported lost" } };
  await change(person.dashboard, card, { method: "POST", ...request, ...body });
}

/** Voids a card that wasn't sold. */
async function voidCard(person: Person): Promise<void> {
  const card = cardIn(person, "inactive");
  if (!card) return await createCards(person);
  const path = `/portal${onCard(card, "void")}`;
  await change(person.dashboard, card, { verb: "portal void", method: "POST", path });
}

/** Activates or disables several cards with one request. */
async function changeMany(person: Person): Promise<void> {
  const verb = person.chance(0.7) ? "activate" : "disable";
  const status = verb === "activate" ? "inactive" : "active";
  const chosen = person.cards.filter((card) => card.status === status).slice(0, 3);
  if (chosen.length === 0) return await createCards(person);
  const cardUuids = chosen.map(({ uuid }) => uuid);
  const amountCents = 500 + person.below(2_000);
  const reply = await person.dashboard({
    verb: `portal bulk ${verb}`,
    path: `/portal/cards/bulk/${verb}`,
    body: (note) =>
      verb === "activate" ? { cardUuids, amountCents, currency: CURRENCY, note } : { cardUuids },
  });
  if (!isDone(reply)) return;
  for (const card of chosen) {
    if (!reply.body.changed.includes(card.uuid)) continue;
    const active = verb === "activate";
    Object.assign(card, { status: active ? "active" : "disabled" });
    card.availableCents = active ? amountCents : 0;
  }
}

async function look(person: Person): Promise<void> {
  const paths = ["/portal/cards?limit=20", "/portal/transactions?limit=20", "/portal/overview"];
  const path = person.pick(paths) ?? "";
  await person.dashboard({ verb: `portal ${path.split("?")[0]?.split("/").at(-1)}`, path });
}

type ShownWebhook = { id: string; active: boolean; health: { missed: number } };

/** Enables webhooks that failures disabled, and replays what they missed. Returns how many webhooks needed it. */
export async function restoreWebhooks(dashboard: Client): Promise<number> {
  const { body } = await dashboard({ verb: "portal webhooks", path: "/portal/webhooks" });
  const webhooks: ShownWebhook[] = body?.webhooks ?? [];
  const missing = webhooks.filter(({ active, health }) => !active || health.missed > 0);
  for (const { id, active } of missing) {
    const path = `/v1/webhooks/${id}`;
    const enable = { verb: "enable webhook", method: "PATCH", path } as const;
    if (!active) await dashboard({ ...enable, body: { active: true } });
    const replay = { verb: "replay missed", path: `${path}/replay` };
    await dashboard({ ...replay, body: { missed: "all" } });
  }
  return missing.length;
}

/** Replays the events of the last 5 seconds. */
async function replayRecent(person: Person): Promise<void> {
  const { body } = await person.dashboard({ verb: "portal webhooks", path: "/portal/webhooks" });
  const webhook = person.pick<ShownWebhook>(
    (body?.webhooks ?? []).filter((one: ShownWebhook) => one.active),
  );
  if (!webhook) return;
  const since = new Date(Date.now() - 5_000).toISOString();
  const path = `/v1/webhooks/${webhook.id}/replay`;
  await person.dashboard({ verb: "replay webhook", path, body: { since } });
}

const WORK: [number, (person: Person) => Promise<unknown>][] = [
  [14, createCards],
  [14, activate],
  [24, adjust],
  [8, refund],
  [8, reverse],
  [8, freeze],
  [10, changeMany],
  [2, voidCard],
  [10, look],
  [4, ({ dashboard }) => restoreWebhooks(dashboard)],
  [2, replayRecent],
  [8, manage],
];

type SetUp = { name: string; home: number; store: Store; pauseMs: number };

/**
 * Signs the owner of a store in. Returns their dashboard, and what starts them and resolves when they have stopped.
 * Throws if they can't sign in.
 */
export async function openPerson(context: Context, given: SetUp) {
  const { name, home, store, pauseMs } = given;
  const actor = makeActor(context, name, home);
  const dashboard = await openDashboard(actor, store.owner);
  const person: Person = { ...actor, store, dashboard, cards: [] };
  return {
    dashboard,
    run: () => repeatTurns(context, person, pauseMs, () => person.byWeight(WORK)(person)),
  };
}
