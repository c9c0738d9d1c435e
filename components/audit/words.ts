import type { ReplyOf } from "@/components/api";
import { formatMoney } from "@/components/money";
import { causes } from "@/components/platform/platform";
import type { Translate } from "@/components/translate";

export type AuditPage = ReplyOf<"/api/portal/audit">;
export type AuditEntry = AuditPage["entries"][number];

export function actorWords({ id, name }: AuditEntry["actor"]): string {
  if (id === "operator") return "Operator";
  if (id === "system") return "System";
  if (id.startsWith("key:")) return name ?? "A key";
  if (id.startsWith("consumer:")) return name ?? "A customer";
  if (id.startsWith("user:")) return name ?? "A person";
  if (id.startsWith("platform:")) return name ?? "An online shop";
  return name ?? id;
}

const subjectPageUrls: Record<string, (id: string) => string> = {
  card: (id) => `/cards/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  api_key: () => "/settings/api-keys",
  store: () => "/settings/store",
  merchant: () => "/settings/store",
  team: () => "/settings/team",
  platform: () => "/settings/integrations",
  agreement: () => "/settings/transfers",
};

// The subjects of these entries were deleted or never had a page.
const actionsWithoutPage = ["webhook.deleted", "webhook.resent"];

export function subjectHref({ action, subjectId }: AuditEntry): string | null {
  if (subjectId === null || actionsWithoutPage.includes(action)) return null;
  return subjectPageUrls[action.split(".")[0] ?? ""]?.(subjectId) ?? null;
}

const detailLabels: Record<string, string> = {
  name: "Name",
  email: "E-mail",
  ownerEmail: "Owner",
  role: "Role",
  currency: "Currency",
  timeZone: "Time zone",
  validityMonths: "Months of validity",
  maxTransferCents: "Limit per transfer",
  maxDayCents: "Limit per day",
  maxUnsettledCents: "Limit on unsettled amounts",
  requiresSecondFactor: "Second factor required",
  network: "Network",
  reason: "Reason",
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
  addressRanges: "Allowed networks",
  place: "Location",
  maxMovementInCents: "Max added per transaction",
  maxDayInCents: "Max added per day",
  maxMovementOutCents: "Max taken per transaction",
  maxDayOutCents: "Max taken per day",
};

/** A detail's label: "validityMonths" is "Months of validity", "cardType" is "Card type". */
export function detailName(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return detailLabels[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

// Shown first, because jsonb does not preserve the order of keys.
const FIRST_DETAIL_KEYS = ["name", "cause", "truth", "cards", "from", "to"];
const rankOf = (key: string) =>
  FIRST_DETAIL_KEYS.includes(key) ? FIRST_DETAIL_KEYS.indexOf(key) : FIRST_DETAIL_KEYS.length;

export const detailsOf = ({ details }: AuditEntry): [key: string, value: unknown][] =>
  Object.entries(details ?? {}).sort(([a], [b]) => rankOf(a) - rankOf(b));

const trustedSideWords: Record<string, string> = {
  ledger: "The balance here",
  platform: "The balance in the shop",
};

const signInFailureWords: Record<string, string> = {
  wrong_password: "Wrong password",
  wrong_code: "Wrong code",
  wrong_passkey: "Passkey not accepted",
  throttled: "Too many attempts",
};

/** A detail's value as text. The entry provides the currency of amounts. */
export function detailValue(
  tPlatform: Translate<"platform">,
  value: unknown,
  key: string,
  entry: AuditEntry,
): string {
  if (key === "validityMonths" && value === null) return "never";
  if (value === null || value === undefined || value === "") return "none";
  if (key === "amounts" && typeof value === "object") return amountsInWords(value);
  if (key.endsWith("Cents") && typeof value === "number") return moneyIn(entry, value);
  if (key === "cause") return differenceCauseLabel(tPlatform, String(value));
  if (key === "reason") return signInFailureWords[String(value)] ?? String(value);
  if (key === "truth") return trustedSideWords[String(value)] ?? String(value);
  if (value === true) return "on";
  if (value === false) return "off";
  if (Array.isArray(value)) {
    return value.map((one) => detailValue(tPlatform, one, "", entry)).join(", ") || "none";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function differenceCauseLabel(tPlatform: Translate<"platform">, cause: string): string {
  const known = causes.find((name) => name === cause);
  return known ? tPlatform(`cause.${known}.label`) : cause;
}

/** Old entries have no currency. */
function moneyIn({ details }: AuditEntry, amountCents: number): string {
  const currency = details?.currency;
  return typeof currency === "string"
    ? formatMoney(amountCents, currency)
    : `${amountCents} in minor units`;
}

const amountsInWords = (amounts: object) =>
  Object.entries(amounts)
    .map(([currency, cents]) => formatMoney(BigInt(cents), currency))
    .join(", ") || "none";

/** The old and new value if the detail is a change, else null. */
export function changeIn(value: unknown): { from: unknown; to: unknown } | null {
  const isChange = typeof value === "object" && value !== null && "from" in value && "to" in value;
  return isChange ? value : null;
}

/** All details on one line, for a table row. */
export const entrySummary = (tPlatform: Translate<"platform">, entry: AuditEntry): string =>
  detailsOf(entry)
    .map(([key, value]) => {
      const change = changeIn(value);
      const words = (one: unknown) => detailValue(tPlatform, one, key, entry);
      return change
        ? `${detailName(key)}: ${words(change.from)} → ${words(change.to)}`
        : `${detailName(key)}: ${words(value)}`;
    })
    .join(" · ");
