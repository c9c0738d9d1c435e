import type { ReplyOf } from "@/components/api";
import { formatMoney } from "@/components/money";
import { causeWords } from "@/components/platform/platform";

export type AuditPage = ReplyOf<"/api/portal/audit">;
export type AuditEntry = AuditPage["entries"][number];

/** Who did it, in a word: a name, the operator, or at least what kind of caller. */
export function actorWords({ id, name }: AuditEntry["actor"]): string {
  if (id === "operator") return "Operator";
  if (id.startsWith("key:")) return name ?? "A key";
  if (id.startsWith("consumer:")) return name ?? "A customer";
  if (id.startsWith("user:")) return name ?? "A person";
  if (id.startsWith("platform:")) return name ?? "An online shop";
  return name ?? id;
}

const pages: Record<string, (id: string) => string> = {
  card: (id) => `/cards/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  api_key: () => "/settings/api-keys",
  store: () => "/settings/store",
  merchant: () => "/settings/store",
  team: () => "/settings/team",
  platform: () => "/settings/integrations",
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
  amountCents: "Amount",
  balanceCents: "Balance",
  ledgerCents: "Balance here",
  platformCents: "Balance in the shop",
  unpostedCents: "Redeemed there, not taken",
  movedCents: "Moved",
  truth: "Settled by",
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

// The database keeps them in an order of its own.
const FIRST = ["name", "cause", "truth", "cards", "from", "to"];
const rankOf = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** An entry's details in the order in which they are read. */
export const detailsOf = ({ details }: AuditEntry): [key: string, value: unknown][] =>
  Object.entries(details ?? {}).sort(([a], [b]) => rankOf(a) - rankOf(b));

const truthWords: Record<string, string> = {
  ledger: "The balance here",
  platform: "The balance in the shop",
};

/** A detail's value as a person reads it; its entry tells the currency of an amount. */
export function detailValue(value: unknown, key: string, entry: AuditEntry): string {
  if (key === "validityMonths" && value === null) return "for good";
  if (value === null || value === undefined || value === "") return "none";
  if (key === "amounts" && typeof value === "object") return amountsInWords(value);
  if (key.endsWith("Cents") && typeof value === "number") return moneyIn(entry, value);
  if (key === "cause") return causeInWords(String(value));
  if (key === "truth") return truthWords[String(value)] ?? String(value);
  if (value === true) return "on";
  if (value === false) return "off";
  if (Array.isArray(value)) {
    return value.map((one) => detailValue(one, "", entry)).join(", ") || "none";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const causeInWords = (cause: string): string =>
  Object.entries(causeWords).find(([name]) => name === cause)?.[1].word ?? cause;

/** Entries of old don't tell the currency. */
function moneyIn({ details }: AuditEntry, amountCents: number): string {
  const currency = details?.currency;
  return typeof currency === "string"
    ? formatMoney(amountCents, currency)
    : `${amountCents} in minor units`;
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
export const inShort = (entry: AuditEntry): string =>
  detailsOf(entry)
    .map(([key, value]) => {
      const change = changeIn(value);
      const words = (one: unknown) => detailValue(one, key, entry);
      return change
        ? `${detailName(key)}: ${words(change.from)} → ${words(change.to)}`
        : `${detailName(key)}: ${words(value)}`;
    })
    .join(" · ");
