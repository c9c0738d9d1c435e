import { type Card, type CardStatus, keysOf } from "@/components/types";
import type { StateLabel } from "@/components/ui/chip";

/** A card's status as shown to users: an active card may have expired. */
export type CardState = CardStatus | "expired";

export const cardStates: Record<CardState, StateLabel> = {
  active: { word: "Active", tone: "positive" },
  inactive: { word: "Inactive", tone: "info" },
  disabled: { word: "Disabled", tone: "danger" },
  expired: { word: "Expired", tone: "attention" },
};
export const frozenState: StateLabel = { word: "Frozen", tone: "info" };
export const cardStateNames = keysOf(cardStates);

/** Whether an active card is past its last valid day. `today` (YYYY-MM-DD) is the store's date. */
export const isExpired = (
  { status, expiresOn }: Pick<Card, "status" | "expiresOn">,
  today: string,
) => status === "active" && expiresOn !== null && expiresOn < today;

export const cardTypeWords = { digital: "Digital", physical: "Physical" } as const;
export const cardTypes = keysOf(cardTypeWords);

const withoutSeparators = (code: string) => code.replace(/[\s-]/g, "");

export const lastFour = (code: string) => withoutSeparators(code).slice(-4);

export const masked = (code: string) => `•••• •••• •••• ${lastFour(code)}`;

export const inFours = (code: string) =>
  withoutSeparators(code)
    .match(/.{1,4}/g)
    ?.join(" ") ?? code;

const actorKindWords: Record<string, string> = {
  key: "an API key",
  user: "a person who has left",
  consumer: "its owner",
  operator: "the operator of this instance",
  platform: "an online shop that was connected",
};

export function whoInWords({ id, name }: { id: string; name: string | null }): string {
  const [kind = ""] = id.split(":");
  if (name) return kind === "key" ? `${name} (API key)` : name;
  return actorKindWords[kind] ?? id;
}

export const cardRefreshKeys = (uuid: string) => [
  ["cards"],
  ["transactions"],
  ["card", uuid],
  ["history", uuid],
];
