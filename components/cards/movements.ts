import { type Url, url } from "@/components/api";
export type Movement = "activate" | "redeem" | "topUp";

type Extra = "note" | "referenceId" | "consumerEmail";

type Words = {
  title: string;
  description: string;
  verb: string;
  done: string;
  /** Stands between the verb and an amount. */
  joint?: string;
  path: (
    uuid: string,
  ) => Url<
    | "/api/portal/cards/{uuid}/activate"
    | "/api/v1/cards/{uuid}/credit"
    | "/api/v1/cards/{uuid}/debit"
  >;
  direction: 1 | -1;
  extras: Extra[];
};

/** The movements a person can make on a card's page, in words. */
export const movements: Record<Movement, Words> = {
  activate: {
    title: "Activate the card",
    description: "The card can be redeemed as soon as it is active.",
    verb: "Activate",
    done: "Activated with",
    joint: " with ",
    path: (uuid) => url("/api/portal/cards/{uuid}/activate", { uuid }),
    direction: 1,
    extras: ["consumerEmail", "note", "referenceId"],
  },
  redeem: {
    title: "Redeem",
    description: "Takes the amount off the card's balance.",
    verb: "Redeem",
    done: "Redeemed",
    path: (uuid) => url("/api/v1/cards/{uuid}/debit", { uuid }),
    direction: -1,
    extras: ["note", "referenceId"],
  },
  topUp: {
    title: "Top up",
    description: "Adds the amount to the card's balance.",
    verb: "Top up",
    done: "Topped up",
    path: (uuid) => url("/api/v1/cards/{uuid}/credit", { uuid }),
    direction: 1,
    extras: ["note", "referenceId"],
  },
};
