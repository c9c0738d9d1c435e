import type { ReplyOf } from "@/components/kit/api/api";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import type { StateLabel } from "@/components/kit/ui/chip";
import { presetOf } from "@/lib/base/roles";

export type ApiKey = ReplyOf<"/api/portal/keys">["keys"][number];

/** The limits of a key. A device or a cashier has only those on amounts. */
export type Limits = Pick<ApiKey, AmountLimit> &
  Partial<Pick<ApiKey, "addressRanges" | "limitPerWindow">>;

/** The name of a key's preset; null for other combinations of scopes. */
export function presetLabel(
  t: Translate<"keys">,
  { scopes }: Pick<ApiKey, "scopes">,
): string | null {
  const preset = presetOf(scopes);
  return preset && t(`presets.${preset}.label`);
}

export const hasEnded = ({ revokedAt, expiresAt }: ApiKey, now: Date) =>
  revokedAt !== null || (expiresAt !== null && new Date(expiresAt) <= now);

export function keyState(t: Translate<"keys">, key: ApiKey, now: Date): StateLabel {
  if (key.revokedAt) return { word: t("status.revoked"), tone: "danger" };
  if (key.replacedBy)
    return hasEnded(key, now)
      ? { word: t("status.rolled"), tone: "neutral" }
      : { word: t("status.rolling"), tone: "attention" };
  if (hasEnded(key, now)) return { word: t("status.expired"), tone: "attention" };
  return { word: t("status.active"), tone: "positive" };
}

/** Limits in a few words, such as "2 networks, $50.00 deducted per transaction"; null without limits. */
export function limitWords(t: Translate<"keys">, limits: Limits, currency: string): string | null {
  const { addressRanges = [], limitPerWindow = null } = limits;
  const networks = addressRanges.length;
  const words = [
    networks > 0 &&
      (networks === 1 ? addressRanges[0] : t("limits.summary.networks", { count: networks })),
    ...AMOUNT_LIMITS.map((name) => {
      const cents = limits[name];
      return (
        cents !== null && t(`limits.summary.${name}`, { amount: formatMoney(cents, currency) })
      );
    }),
    limitPerWindow !== null &&
      (limitPerWindow === 0
        ? t("limits.summary.noRate")
        : t("limits.summary.rate", { count: limitPerWindow })),
  ].filter((one) => typeof one === "string");
  return words.length > 0 ? words.join(", ") : null;
}

export function curlFor(secret: string, scopes: readonly string[], origin: string): string {
  const header = `\\\n  -H "Authorization: Bearer ${secret}"`;
  if (scopes.includes("cards:read")) return `curl ${origin}/api/v1/cards ${header}`;
  if (scopes.includes("transactions:read")) return `curl ${origin}/api/v1/transactions ${header}`;
  return `curl ${origin}/api/v1/cards ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '{"currency":"USD","cardType":"digital"}'`;
}

/** The amounts that a key can be limited to, as named in the API. */
export const AMOUNT_LIMITS = [
  "maxMovementInCents",
  "maxDayInCents",
  "maxMovementOutCents",
  "maxDayOutCents",
] as const;

export type AmountLimit = (typeof AMOUNT_LIMITS)[number];

/** A value for each limit, from its name. */
export const eachAmountLimit = <T>(limit: (name: AmountLimit) => T) =>
  Object.fromEntries(AMOUNT_LIMITS.map((name) => [name, limit(name)])) as Record<AmountLimit, T>;
