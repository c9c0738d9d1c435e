import { type Card, type CardStatus, keysOf } from "@/components/types";
import type { State } from "@/components/ui/chip";

/** What a card is to whoever would spend it: an active one may have expired. */
export type CardState = CardStatus | "expired";

export const cardStates: Record<CardState, State> = {
  active: { word: "Active", tone: "positive" },
  inactive: { word: "Inactive", tone: "info" },
  disabled: { word: "Disabled", tone: "danger" },
  expired: { word: "Expired", tone: "attention" },
};
export const cardStateNames = keysOf(cardStates);

/** Whether the last day on which a card could be spent is over; `today` (YYYY-MM-DD) is the store's. */
export const isExpired = (
  { status, expiresOn }: Pick<Card, "status" | "expiresOn">,
  today: string,
) => status === "active" && expiresOn !== null && expiresOn < today;

export const cardTypeWords = { digital: "Digital", physical: "Physical" } as const;
export const cardTypes = keysOf(cardTypeWords);

const bare = (code: string) => code.replace(/[\s-]/g, "");

/** The last four of a code, by which people tell cards apart. */
export const lastFour = (code: string) => bare(code).slice(-4);

/** A code with all but its last four hidden. */
export const masked = (code: string) => `•••• •••• •••• ${lastFour(code)}`;

/** A code in fours, as it is printed. */
export const inFours = (code: string) =>
  bare(code)
    .match(/.{1,4}/g)
    ?.join(" ") ?? code;

const kindWords: Record<string, string> = {
  key: "an API key",
  user: "a person who has left",
  consumer: "its owner",
  operator: "the operator of this instance",
  platform: "an online shop that was connected",
};

/** Who did something: by name where there is one, else by what they are. */
export function whoInWords({ id, name }: { id: string; name: string | null }): string {
  const [kind = ""] = id.split(":");
  if (name) return kind === "key" ? `${name} (API key)` : name;
  return kindWords[kind] ?? id;
}

/** The query keys that a change of one card has touched. */
export const changedByCard = (uuid: string) => [
  ["cards"],
  ["transactions"],
  ["card", uuid],
  ["history", uuid],
];
