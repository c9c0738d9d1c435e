import { formatMoney } from "@/components/money";
import type { AuditEntry } from "@/components/types";

/** Who did it, in a word: a name, the operator, or at least what kind of caller. */
export function actorWords({ id, name }: AuditEntry["actor"]): string {
  if (id === "operator") return "Operator";
  if (id.startsWith("key:")) return name ?? "A key";
  if (id.startsWith("consumer:")) return name ?? "A customer";
  if (id.startsWith("user:")) return name ?? "A person";
  return name ?? id;
}

const pages: Record<string, (id: string) => string> = {
  card: (id) => `/cards/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  api_key: () => "/settings/api-keys",
  store: () => "/settings/store",
  merchant: () => "/settings/store",
  team: () => "/settings/team",
};

// What these are about has no page of its own any more, or never had one.
const withoutPage = ["webhook.deleted", "webhook.resent"];

/** The page of what an entry is about; null when it has none. */
export function subjectHref({ action, subjectId }: AuditEntry): string | null {
  if (subjectId === null || withoutPage.includes(action)) return null;
  return pages[action.split(".")[0] ?? ""]?.(subjectId) ?? null;
}

const names: Record<string, string> = {
  name: "Name",
  email: "E-mail",
  ownerEmail: "Owner",
  role: "Role",
  currency: "Currency",
  timeZone: "Time zone",
  validityMonths: "Months of validity",
  transfersEnabled: "Transfers",
  invitedBy: "Invited by",
  address: "Network address",
  last4: "Card ending in",
  balanceCents: "Balance (minor units)",
  url: "URL",
  expiresAt: "Expires",
  limitPerWindow: "Limit per window",
};

/** What a detail is called: "validityMonths" is "Months of validity", "cardType" is "Card type". */
export function detailName(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return names[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A detail's value as a person reads it. */
export function detailValue(value: unknown, key = ""): string {
  if (key === "validityMonths" && value === null) return "for good";
  if (value === null || value === undefined || value === "") return "none";
  if (key === "amounts" && typeof value === "object") return amountsInWords(value);
  if (value === true) return "on";
  if (value === false) return "off";
  if (Array.isArray(value)) return value.map((one) => detailValue(one)).join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Sums in minor units by their currency, as money. */
const amountsInWords = (amounts: object) =>
  Object.entries(amounts)
    .map(([currency, cents]) => formatMoney(BigInt(cents), currency))
    .join(", ") || "none";

/** A change in a detail, if it is one. */
export function changeIn(value: unknown): { from: unknown; to: unknown } | null {
  const isChange = typeof value === "object" && value !== null && "from" in value && "to" in value;
  return isChange ? value : null;
}

/** The details in a line, for a row of the table. */
export const inShort = ({ details }: AuditEntry): string =>
  Object.entries(details ?? {})
    .map(([key, value]) => {
      const change = changeIn(value);
      return change
        ? `${detailName(key)}: ${detailValue(change.from, key)} → ${detailValue(change.to, key)}`
        : `${detailName(key)}: ${detailValue(value, key)}`;
    })
    .join(" · ");
