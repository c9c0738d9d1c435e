import type { Card, CardStatus } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import type { StateLabel } from "@/components/kit/ui/chip";
import { withoutSeparators } from "@/lib/base/text";

/** A card's status, where an active card may have expired. */
export type CardState = CardStatus | "expired";
export const cardStateNames = [
  "active",
  "inactive",
  "disabled",
  "expired",
] as const satisfies CardState[];

/** The states that people see: an active card may be frozen. */
export const shownStateNames = [...cardStateNames, "frozen"] as const;
type ShownState = (typeof shownStateNames)[number];

const stateTones: Record<ShownState, StateLabel["tone"]> = {
  active: "positive",
  inactive: "info",
  disabled: "danger",
  expired: "attention",
  frozen: "info",
};

/** A card's state as shown to users: an active card may be frozen or have expired. */
export const displayState = (
  status: CardStatus,
  { expired, frozen }: { expired: boolean; frozen: boolean },
): ShownState => {
  if (status === "active" && frozen) return "frozen";
  return expired ? "expired" : status;
};

export const stateLabel = (t: Translate<"common">, state: ShownState): StateLabel => ({
  word: t(`card.status.${state}`),
  tone: stateTones[state],
});

/** Whether an active card is past its last valid day. `today` (YYYY-MM-DD) is the store's date. */
export const isExpired = (
  { status, expiresOn }: Pick<Card, "status" | "expiresOn">,
  today: string,
) => status === "active" && expiresOn !== null && expiresOn < today;

export const cardTypes = ["digital", "physical"] as const;

export const lastFour = (code: string) => withoutSeparators(code).slice(-4);

export const masked = (code: string) => `•••• •••• •••• ${lastFour(code)}`;

export const inFours = (code: string) =>
  withoutSeparators(code)
    .match(/.{1,4}/g)
    ?.join(" ") ?? code;

const actorKinds = ["key", "user", "consumer", "cashier", "operator", "platform"] as const;

/** Who made a change: a name, or the kind of actor if the name is unknown. */
export function actorInWords(
  t: Translate<"cards">,
  { id, name }: { id: string; name: string | null },
): string {
  const kind = actorKinds.find((one) => one === id.split(":")[0]);
  if (name) return kind === "key" ? t("actor.namedKey", { name }) : name;
  return kind ? t(`actor.${kind}`) : id;
}

export const cardRefreshKeys = (uuid: string) => [
  ["cards"],
  ["transactions"],
  ["card", uuid],
  ["history", uuid],
];
