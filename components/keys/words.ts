import type { ReplyOf } from "@/components/api";
import { formatMoney } from "@/components/money";
import type { StateLabel } from "@/components/ui/chip";
import { type ApiScope, KEY_PRESETS, type KeyPreset, presetOf } from "@/lib/roles";
import { AMOUNT_LIMITS, type AmountLimit } from "./amount-limits";

export type ApiKey = ReplyOf<"/api/portal/keys">["keys"][number];

type KeyLimits = Pick<ApiKey, "addressRanges" | "limitPerWindow" | AmountLimit>;

/** What each scope allows, in plain words for the person who grants it. */
export const scopeWords: Record<ApiScope, { label: string; help: string }> = {
  "cards:read": { label: "Read cards", help: "Look up cards, their balances and owners" },
  "codes:read": {
    label: "Show codes",
    help: "See the full code of every card, which can be spent like cash",
  },
  "cards:write": {
    label: "Manage cards",
    help: "Create, assign, freeze and disable cards, and edit their metadata",
  },
  "money:write": {
    label: "Move money",
    help: "Activate, redeem, top up, refund, reverse, hold, and issue store credit",
  },
  "transactions:read": { label: "Read transactions", help: "List everything that moved" },
  "webhooks:write": { label: "Manage webhooks", help: "Register and change notifications" },
};

/** What a key made from each preset can and can't do. */
export const presetHelp: Record<KeyPreset, string> = {
  till: "Looks up, activates, redeems, refunds and tops up cards, and places holds. Can't create cards or show codes.",
  online_shop:
    "Also creates, assigns, freezes, replaces and disables cards, and manages webhooks. Shows a card's code only when it creates the card.",
  balance_check: "Looks up cards and balances. Can't change anything or show codes.",
  read_only: "Reads cards and transactions. Can't change anything or show codes.",
  full_access: "Can do everything, and shows the code of every card. Treat it like cash.",
};

/** The name of a key's preset; null for other combinations of scopes. */
export function presetLabel({ scopes }: Pick<ApiKey, "scopes">): string | null {
  const preset = presetOf(scopes);
  return preset && KEY_PRESETS[preset].label;
}

export const hasEnded = ({ revokedAt, expiresAt }: ApiKey, now: Date) =>
  revokedAt !== null || (expiresAt !== null && new Date(expiresAt) <= now);

export function keyState(key: ApiKey, now: Date): StateLabel {
  if (key.revokedAt) return { word: "Revoked", tone: "danger" };
  if (key.replacedBy)
    return hasEnded(key, now)
      ? { word: "Rolled", tone: "neutral" }
      : { word: "Being rolled", tone: "attention" };
  if (hasEnded(key, now)) return { word: "Expired", tone: "attention" };
  return { word: "Active", tone: "positive" };
}

/** What a key is limited to, in a few words, such as "2 networks, $50.00 taken per transaction"; null without limits. */
export function limitWords(key: KeyLimits, currency: string): string | null {
  const { addressRanges, limitPerWindow } = key;
  const networks = addressRanges.length;
  const words = [
    networks > 0 && (networks === 1 ? addressRanges[0] : `${networks} networks`),
    ...AMOUNT_LIMITS.map(({ name, phrase }) => {
      const cents = key[name];
      return cents !== null && `${formatMoney(cents, currency)} ${phrase}`;
    }),
    limitPerWindow !== null &&
      (limitPerWindow === 0 ? "no rate limit" : `${limitPerWindow} requests per window`),
  ].filter((one) => typeof one === "string");
  return words.length > 0 ? words.join(", ") : null;
}

export function curlFor(secret: string, scopes: readonly string[], origin: string): string {
  const header = `\\\n  -H "Authorization: Bearer ${secret}"`;
  if (scopes.includes("cards:read")) return `curl ${origin}/api/v1/cards ${header}`;
  if (scopes.includes("transactions:read")) return `curl ${origin}/api/v1/transactions ${header}`;
  return `curl ${origin}/api/v1/cards ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '{"currency":"USD","cardType":"digital"}'`;
}
