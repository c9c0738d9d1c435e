import type { Overview } from "./types";

export type Step = {
  id: keyof Overview["setup"];
  title: string;
  text: string;
  button: { label: string; href: string };
  /** The same step as a curl command against a server at `origin`. */
  curl?: (origin: string) => string;
};

const post = (origin: string, path: string, body: string) =>
  `curl "${origin}/api/v1${path}" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;

type Done = Overview["setup"];

/** A step's button. If the step needs a card that doesn't exist yet, the button leads to that first. */
export function buttonOf({ id, button }: Step, done: Done): Step["button"] {
  if (id !== "activated" && id !== "redeemed") return button;
  if (!done.card) return { label: "Create a card first", href: "/cards?open=create" };
  if (id === "activated" || done.activated) return button;
  return { label: "Activate a card first", href: "/cards?status=inactive" };
}

/** Steps from an empty store to the first redeemed card. */
export const setupSteps: Step[] = [
  {
    id: "key",
    title: "Create an API key",
    text: "Your till or shop uses it to reach Scrip. Keep it as KEY for the commands below.",
    button: { label: "Create key", href: "/settings/api-keys" },
  },
  {
    id: "card",
    title: "Create a card",
    text: "It is inactive and empty until somebody buys it.",
    button: { label: "Create card", href: "/cards?open=create" },
    curl: (origin) => post(origin, "/cards", '{"currency":"USD"}'),
  },
  {
    id: "activated",
    title: "Activate it with an amount",
    text: "That is the moment of sale. CARD is the uuid of the answer before.",
    button: { label: "Choose a card", href: "/cards?status=inactive" },
    curl: (origin) => post(origin, "/cards/$CARD/activate", '{"amountCents":2500}'),
  },
  {
    id: "redeemed",
    title: "Redeem part of it",
    text: "As the till does when the card is presented.",
    button: { label: "Choose a card", href: "/cards?status=active" },
    curl: (origin) => post(origin, "/cards/$CARD/debit", '{"amountCents":950}'),
  },
  {
    id: "webhook",
    title: "Create a webhook",
    text: "Your own systems then hear of every change of a card.",
    button: { label: "Create webhook", href: "/webhooks" },
  },
];
