import { EVENT_WORDS, SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import { type Api, apiOf, CONNECTION_FLAGS, connectionOf } from "./api";
import { command } from "./command";

type EventName = (typeof SUBSCRIBABLE_EVENTS)[number];
/** Stores exchange balance under an agreement, which test stores can't make. */
type Untriggered = "card.transferred_in" | "card.transferred_out";

type Made = { currency: string; cardUuid: string };
type Step = {
  done: string;
  path: (made: Made) => string;
  body: (made: Made) => object;
};

const INITIAL_CENTS = 2_500;
const CHANGE_CENTS = 500;

const create: Step = {
  done: "Created card",
  path: () => "/cards",
  body: ({ currency }) => ({ currency, cardType: "digital" }),
};
const onCard = (done: string, verb: string, body: (made: Made) => object = () => ({})): Step => ({
  done,
  path: ({ cardUuid }) => `/cards/${cardUuid}/${verb}`,
  body,
});
const activate = onCard("Activated card", "activate", ({ currency }) => ({
  amountCents: INITIAL_CENTS,
  currency,
}));
const change = () => ({ amountCents: CHANGE_CENTS });
const load: Step = {
  done: "Topped up card",
  path: () => "/cards/load",
  body: ({ cardUuid }) => ({ cardUuid, amountCents: CHANGE_CENTS }),
};

/** The requests that lead to each event; the first creates the card that the others change. */
const STEPS: Record<Exclude<EventName, Untriggered>, readonly Step[]> = {
  "card.activated": [create, activate],
  "card.reloaded": [create, activate, load],
  "card.balance_changed": [create, activate],
  "card.disabled": [create, activate, onCard("Disabled card", "disable")],
  "card.debited": [create, activate, onCard("Redeemed card", "debit", change)],
  "card.credited": [create, activate, onCard("Credited card", "credit", change)],
};

export const TRIGGERED_EVENTS = SUBSCRIBABLE_EVENTS.filter(
  (event): event is keyof typeof STEPS => event in STEPS,
);

export const trigger = command({
  summary: "Triggers an event in a test store by sending API requests",
  details:
    "Needs a test key with the scopes cards:write and money:write. Creates a card, so other events of that card happen too. Transfers can't be triggered: test stores have no transfer agreements.",
  argument: {
    name: "EVENT",
    words: Object.fromEntries(TRIGGERED_EVENTS.map((event) => [event, `${EVENT_WORDS[event]}.`])),
  },
  flags: CONNECTION_FLAGS,
  examples: ["card.activated", "card.debited --url https://scrip.example.com --key scrip_test_…"],
  needs: "nothing",
  prepare: ({ json = false, ...flags }, word) => {
    const event = TRIGGERED_EVENTS.find((name) => name === word) ?? "card.activated";
    const connection = connectionOf(flags);
    return () => triggerEvent(apiOf(connection), event, json);
  },
});

async function triggerEvent(api: Api, event: keyof typeof STEPS, json: boolean) {
  const { store } = await api.get<{ store: { currency: string } }>("/me");
  const made = { currency: store.currency, cardUuid: "" };
  for (const { done, path, body } of STEPS[event]) {
    const reply = await api.post<{ uuid?: string }>(path(made), body(made));
    made.cardUuid ||= reply.uuid ?? "";
    if (!json) process.stdout.write(`${done} ${made.cardUuid}\n`);
  }
  if (json) return { event, cardUuid: made.cardUuid };
  process.stdout.write(`Triggered ${event}.\n`);
  return undefined;
}
