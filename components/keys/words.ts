import type { ReplyOf } from "@/components/api";
import type { StateLabel } from "@/components/ui/chip";
import type { ApiScope } from "@/lib/roles";

export type ApiKey = ReplyOf<"/api/portal/keys">["keys"][number];

/** What each scope allows, in plain words for whoever grants it. */
export const scopeWords: Record<ApiScope, { label: string; help: string }> = {
  "cards:read": { label: "Read cards", help: "Look up cards, their balances and owners" },
  "cards:write": { label: "Manage cards", help: "Create, assign and disable cards" },
  "money:write": { label: "Move money", help: "Activate, redeem, top up, give store credit" },
  "transactions:read": { label: "Read transactions", help: "List everything that moved" },
  "webhooks:write": { label: "Manage webhooks", help: "Register and change notifications" },
};

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

export function curlFor(secret: string, scopes: readonly string[], origin: string): string {
  const header = `\\\n  -H "Authorization: Bearer ${secret}"`;
  if (scopes.includes("cards:read")) return `curl ${origin}/api/v1/cards ${header}`;
  if (scopes.includes("transactions:read")) return `curl ${origin}/api/v1/transactions ${header}`;
  return `curl ${origin}/api/v1/cards ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '{"currency":"USD","cardType":"digital"}'`;
}
