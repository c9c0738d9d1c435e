import { and, eq, type SQL, sql } from "drizzle-orm";
import { localeOf } from "@/lib/base/i18n/languages";
import { db } from "@/lib/db/client/client";
import { STORE_TODAY } from "@/lib/db/client/clock";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { merchants } from "@/lib/db/schema/merchants";
import { type PASS_PLATFORMS, walletPasses } from "@/lib/db/schema/passes";
import { unsealCode } from "@/lib/domain/cards/code";
import { IS_FROZEN } from "@/lib/domain/cards/find";
import { BRAND_COLUMNS } from "@/lib/domain/stores/brand";
import { AVAILABLE_CENTS } from "@/lib/ledger/post/available";

export type PassPlatform = (typeof PASS_PLATFORMS)[number];

/** Whether a pass's card can be used, and why not. A replaced card is disabled. */
export type PassState = "active" | "frozen" | "expired" | "disabled";

const EXPIRED = sql`coalesce(${cards.expiresOn} < ${STORE_TODAY}, false)`;

const COLUMNS = {
  id: walletPasses.id,
  merchantId: walletPasses.merchantId,
  cardId: walletPasses.cardId,
  platform: walletPasses.platform,
  updatedAt: walletPasses.updatedAt,
  createdAt: walletPasses.createdAt,
  /** When this was read, in Unix seconds. */
  readAtSeconds: sql<number>`floor(extract(epoch from clock_timestamp()))::float8`,
  /** Whether the pass changed in that second or later. */
  updatedAtSeconds: sql<number>`extract(epoch from ${walletPasses.updatedAt})::float8`,
  ownerId: consumers.id,
  sealedCode: cards.sealedCode,
  last4: cards.codeLast4,
  currency: cards.currency,
  balanceCents: cards.balanceCents,
  availableCents: AVAILABLE_CENTS,
  expiresOn: cards.expiresOn,
  /** When the card's last day ends in the store's time zone, in ISO 8601. */
  expiresAt: sql<string | null>`to_char((${cards.expiresOn} + 1)::timestamp
    at time zone ${merchants.timeZone} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  state: sql<PassState>`case when ${cards.status} <> 'active' then 'disabled'
    when ${EXPIRED} then 'expired' when ${IS_FROZEN} then 'frozen' else 'active' end`,
  language: sql<"en" | "de" | "fr" | "es">`coalesce(${consumers.language}, ${merchants.language})`,
  store: BRAND_COLUMNS,
};

const selectPass = (which: SQL | undefined) =>
  db()
    .select(COLUMNS)
    .from(walletPasses)
    .innerJoin(
      cards,
      and(eq(cards.merchantId, walletPasses.merchantId), eq(cards.id, walletPasses.cardId)),
    )
    .innerJoin(merchants, eq(merchants.id, walletPasses.merchantId))
    .innerJoin(consumers, eq(consumers.id, cards.ownerId))
    .where(which);

type PassRow = Awaited<ReturnType<typeof selectPass>>[number];

/** A pass with what it shows of its card and store. Amounts are in minor units. */
export type Pass = Omit<PassRow, "sealedCode" | "language" | "availableCents"> & {
  /** As printed on the card: what a till scans. */
  code: string;
  availableCents: number;
  /** BCP 47: the customer's language, or else the store's. */
  locale: string;
};

/**
 * The pass with this serial number in the current bucket, with its card as it is now; undefined if there is none. Not
 * filtered by store: the serial number is unguessable, and the caller checks the pass's own token, or made the pass.
 */
export async function findPass(id: string, platform: PassPlatform): Promise<Pass | undefined> {
  const [row] = await selectPass(and(eq(walletPasses.id, id), eq(walletPasses.platform, platform)));
  if (!row) return undefined;
  const { sealedCode, language, availableCents, ...pass } = row;
  const code = unsealCode({ merchantId: pass.merchantId, id: pass.cardId, sealedCode });
  return {
    ...pass,
    code,
    availableCents: availableCents ?? pass.balanceCents,
    locale: localeOf(language),
  };
}

/** A card's end, to tell cards apart. */
export const masked = (last4: string): string => `•••• ${last4}`;

/** The balance that can be redeemed, in minor units: 0 for a card that is disabled. */
export const passBalanceCents = ({ state, availableCents }: Pass): number =>
  state === "disabled" ? 0 : availableCents;

/** The card's last day in the pass's language; null if it never expires. */
export const expiryText = ({ expiresOn, locale }: Pass): string | null =>
  expiresOn &&
  // In UTC, because calendar days have no time zone.
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(expiresOn),
  );
