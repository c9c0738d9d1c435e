import type { ReplyOf } from "@/components/kit/api/api";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { causes } from "@/components/portal/platform/platform";
import { languageName } from "@/components/portal/store/words";
import { ACTION_WORDS, type Action } from "@/lib/domain/audit/actions";
import { RETRY_SCHEDULE_NAMES } from "@/lib/domain/webhooks/delivery-policy";

export type AuditPage = ReplyOf<"/api/portal/audit">;
export type AuditEntry = AuditPage["entries"][number];

type T = Translate<"audit">;

const actorKinds = [
  "operator",
  "system",
  "key",
  "consumer",
  "user",
  "cashier",
  "platform",
] as const;

export function actorWords(t: T, { id, name }: AuditEntry["actor"]): string {
  const kind = actorKinds.find((known) => known === id.split(":")[0]);
  return name ?? (kind ? t(`actor.${kind}`) : id);
}

const isAction = (action: string): action is Action => Object.hasOwn(ACTION_WORDS, action);

/** The key of an entry's sentence. Null for an action of an earlier version. */
export const sentenceKey = ({ action }: AuditEntry) =>
  isAction(action) ? (`sentence.${action}` as const) : null;

const anySubjects = [
  "card",
  "hold",
  "webhook",
  "api_key",
  "batch",
  "device",
  "cashier",
  "till",
  "team",
  "session",
  "customer",
] as const;

/** What an entry is about: "the card ending in 4f2a", or "a card" if its name isn't known (anymore). */
export function subjectWords(t: T, { action, subject, details }: AuditEntry): string {
  if (subject) return t(`subject.${subject.kind}`, { name: subject.name });
  const kind = anySubjects.find((known) => known === action.split(".")[0]) ?? "other";
  const name = details?.name ?? details?.url ?? details?.email;
  if (typeof name !== "string") return t(`anySubject.${kind}`);
  if (kind === "webhook" || kind === "api_key" || kind === "batch") {
    return t(`subject.${kind}`, { name });
  }
  return name;
}

const subjectPageUrls: Record<string, (id: string) => string> = {
  card: (id) => `/cards/${id}`,
  customer: (id) => `/customers/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  api_key: () => "/settings/api-keys",
  store: () => "/settings/store",
  merchant: () => "/settings/store",
  branding: () => "/settings/branding",
  team: () => "/settings/team",
  platform: () => "/settings/integrations",
  agreement: () => "/settings/transfers",
  batch: (id) => `/batches/${id}`,
  device: () => "/settings/devices",
  cashier: () => "/settings/cashiers",
  till: () => "/settings/devices",
  account: () => "/settings/account",
};

// The subjects of these entries were deleted or never had a page.
const actionsWithoutPage = ["webhook.deleted", "webhook.resent"];

export function subjectHref({ action, subjectId }: AuditEntry): string | null {
  if (subjectId === null || actionsWithoutPage.includes(action)) return null;
  return subjectPageUrls[action.split(".")[0] ?? ""]?.(subjectId) ?? null;
}

const labelled = [
  "name",
  "email",
  "ownerEmail",
  "role",
  "currency",
  "language",
  "timeZone",
  "validityMonths",
  "maxTransferCents",
  "maxDayCents",
  "maxUnsettledCents",
  "requiresSecondFactor",
  "scanPrefix",
  "usualAmountCents",
  "network",
  "reason",
  "invitedBy",
  "address",
  "last4",
  "amountCents",
  "balanceCents",
  "ledgerCents",
  "platformCents",
  "unpostedCents",
  "movedCents",
  "truth",
  "url",
  "termsUrl",
  "expiresAt",
  "limitPerWindow",
  "addressRanges",
  "place",
  "maxMovementInCents",
  "maxDayInCents",
  "maxMovementOutCents",
  "maxDayOutCents",
  "retrySchedule",
  "disableAfterHours",
  "webhookDisabled",
  "monthlyReport",
  "redemptionsFromCents",
] as const;

/** A detail's label: "validityMonths" is "Months until expiration", "cardType" is "Card type". */
export function detailName(t: T, key: string): string {
  const labelledName = labelled.find((name) => name === key);
  if (labelledName) return t(`detail.${labelledName}`);
  const words = key.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return capitalized(words.toLowerCase());
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

// Shown first, because jsonb does not preserve the order of keys.
const FIRST_DETAIL_KEYS = ["name", "cause", "truth", "cards", "from", "to"];
const rankOf = (key: string) =>
  FIRST_DETAIL_KEYS.includes(key) ? FIRST_DETAIL_KEYS.indexOf(key) : FIRST_DETAIL_KEYS.length;

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An entry's details. Ids are left out: they tell a reader nothing, and the exported files have them. */
export const detailsOf = ({ details }: AuditEntry): [key: string, value: unknown][] =>
  Object.entries(details ?? {})
    .filter(([, value]) => !UUID_PATTERN.test(String(value)))
    .sort(([a], [b]) => rankOf(a) - rankOf(b));

const sides = ["ledger", "platform"] as const;
const signInFailures = ["wrong_password", "wrong_code", "wrong_passkey", "throttled"] as const;

function correctBalance(t: T, value: string): string {
  const side = sides.find((known) => known === value);
  return side ? t(`correctBalance.${side}`) : value;
}

function reasonInWords(t: T, value: string): string {
  const failure = signInFailures.find((known) => known === value);
  return failure ? t(`signInFailure.${failure}`) : value;
}

function scheduleInWords(t: T, value: string): string {
  const schedule = RETRY_SCHEDULE_NAMES.find((known) => known === value);
  return schedule ? t(`retrySchedule.${schedule}`) : value;
}

/** A detail's value as text. The entry provides the currency of amounts. */
export function detailValue(
  t: T,
  tPlatform: Translate<"platform">,
  value: unknown,
  key: string,
  entry: AuditEntry,
): string {
  if (key === "validityMonths" && value === null) return t("value.never");
  if (value === null || value === undefined || value === "") return t("value.none");
  if (key === "amounts" && typeof value === "object") return amountsInWords(t, value);
  if (key.endsWith("Cents") && typeof value === "number") return moneyIn(t, entry, value);
  if (key === "cause") return differenceCauseLabel(tPlatform, String(value));
  if (key === "reason") return reasonInWords(t, String(value));
  if (key === "language") return languageName(String(value));
  if (key === "truth") return correctBalance(t, String(value));
  if (key === "retrySchedule") return scheduleInWords(t, String(value));
  if (key === "disableAfterHours") return t("value.hours", { hours: Number(value) });
  if (value === true) return t("value.on");
  if (value === false) return t("value.off");
  if (Array.isArray(value)) {
    return (
      value.map((one) => detailValue(t, tPlatform, one, "", entry)).join(", ") || t("value.none")
    );
  }
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => {
      const inner = detailValue(t, tPlatform, one, name, entry);
      return t("value.pair", { name: detailName(t, name), value: inner });
    })
    .join(", ");
}

function differenceCauseLabel(tPlatform: Translate<"platform">, cause: string): string {
  const known = causes.find((name) => name === cause);
  return known ? tPlatform(`cause.${known}.label`) : cause;
}

/** Old entries have no currency. */
function moneyIn(t: T, { details }: AuditEntry, amountCents: number): string {
  const currency = details?.currency;
  return typeof currency === "string"
    ? formatMoney(amountCents, currency)
    : t("value.minorUnits", { amount: amountCents });
}

const amountsInWords = (t: T, amounts: object) =>
  Object.entries(amounts)
    .map(([currency, cents]) => formatMoney(BigInt(cents), currency))
    .join(", ") || t("value.none");

/** The old and new value if the detail is a change, else null. */
export function changeIn(value: unknown): { from: unknown; to: unknown } | null {
  const isChange = typeof value === "object" && value !== null && "from" in value && "to" in value;
  return isChange ? value : null;
}

/** What an entry is about and all its details on one line, for a table row. */
export const entrySummary = (t: T, tPlatform: Translate<"platform">, entry: AuditEntry): string =>
  [
    ...(entry.subject && entry.subject.kind !== "store"
      ? [capitalized(subjectWords(t, entry))]
      : []),
    ...detailsOf(entry).flatMap(([key, value]) => {
      if (value === entry.subject?.name) return [];
      const change = changeIn(value);
      const name = detailName(t, key);
      const words = (one: unknown) => detailValue(t, tPlatform, one, key, entry);
      return change
        ? t("value.change", { name, from: words(change.from), to: words(change.to) })
        : t("value.pair", { name, value: words(value) });
    }),
  ].join(" · ");
