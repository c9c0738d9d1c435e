import { z } from "zod";
import { CARD_STATUSES } from "../db/schema/cards";
import { CONNECTION_STATUSES, PLATFORM_CARD_STATES, PLATFORM_KINDS } from "../db/schema/platforms";
import type { Instant } from "../ledger/records";
import type { Page } from "../page";
import type { Wanted } from "../platforms/connect";
import type { ConnectionRow } from "../platforms/connection";
import { CAUSES, type Difference } from "../platforms/differences";
import type { CardOnPlatform, Platform } from "../platforms/read";
import type { Settlement } from "../platforms/settle";
import { iso, PAGING, Uuid, withOffset } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

const MAX_ADDRESS_CHARS = 2_000;
const MAX_TOKEN_CHARS = 500;

export const ConnectBody: Shaped<Wanted> = inBoth(
  z.strictObject({
    kind: z.enum(PLATFORM_KINDS),
    address: z.string().trim().min(1).max(MAX_ADDRESS_CHARS),
    token: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TOKEN_CHARS)
      .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters"),
  }),
);

const Count = z.int().min(0);
const instantOrNull = (instant: Instant | null) => instant && iso(instant);

const ConnectionView = z.strictObject({
  kind: z.enum(PLATFORM_KINDS),
  address: z.string(),
  name: z.string(),
  currency: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  lastError: z.string().nullable(),
  connectedAt: z.iso.datetime(),
  /** What changed in the shop before is known here. */
  polledUntil: z.iso.datetime().nullable(),
  /** When all cards were last compared, and since when they are being compared. */
  reconciledAt: z.iso.datetime().nullable(),
  reconcilingSince: z.iso.datetime().nullable(),
});

const presentConnection = (row: ConnectionRow): z.input<typeof ConnectionView> => ({
  kind: row.kind,
  address: row.address,
  name: row.name,
  currency: row.currency,
  status: row.status,
  lastError: row.lastError,
  connectedAt: iso(row.createdAt),
  polledUntil: instantOrNull(row.polledUntil),
  reconciledAt: instantOrNull(row.reconciledAt),
  reconcilingSince: instantOrNull(row.reconcilingSince),
});

export const PlatformView = z.strictObject({
  platform: z
    .strictObject({
      ...ConnectionView.shape,
      /** How many cards are in each state there. */
      counts: z.strictObject({ queued: Count, created: Count, failed: Count, disabled: Count }),
      /** Cards in another currency than the shop's: in none of the states. */
      otherCurrency: Count,
      differences: Count,
      /** While all cards are being compared: how many have been. */
      compared: z.strictObject({ done: Count, total: Count }).nullable(),
    })
    .nullable(),
});

export const platformReply = sameInBoth(PlatformView, (platform: Platform | null) => ({
  platform: platform && {
    ...presentConnection(platform.connection),
    counts: platform.counts,
    otherCurrency: platform.otherCurrency,
    differences: platform.differences,
    compared: platform.compared,
  },
}));

export const connectedReply = sameInBoth(
  z.strictObject({ connection: ConnectionView }),
  (connection: ConnectionRow) => ({ connection: presentConnection(connection) }),
);

export const disconnectedReply = sameInBoth(
  z.strictObject({ disconnected: z.literal(true) }),
  (done: { disconnected: true }) => done,
);

export const reconcileReply = sameInBoth(
  z.strictObject({ reconcilingSince: z.iso.datetime() }),
  ({ reconcilingSince }: { reconcilingSince: Instant }) => ({
    reconcilingSince: iso(reconcilingSince),
  }),
);

/** `connected`: whether the store has a platform; `card`: null when it has no gift card of this one. */
export const CardOnPlatformView = z.strictObject({
  connected: z.boolean(),
  name: z.string().nullable(),
  /** What the platform sells in. */
  currency: z.string().nullable(),
  card: z
    .strictObject({
      state: z.enum(PLATFORM_CARD_STATES),
      reason: z.string().nullable(),
      platformId: z.string().nullable(),
      /** What the platform showed last. */
      platformCents: z.int().nullable(),
      seenAt: z.iso.datetime().nullable(),
      /** Redeemed there, and not to be taken from the card. */
      unpostedCents: Count,
      /** Whether a change of the card is still to be synced. */
      behind: z.boolean(),
      updatedAt: z.iso.datetime(),
    })
    .nullable(),
});

export const cardOnPlatformReply = sameInBoth(
  CardOnPlatformView,
  ({ connection, platformCard }: CardOnPlatform) => ({
    connected: connection !== null,
    name: connection?.name ?? null,
    currency: connection?.currency ?? null,
    card: platformCard && {
      state: platformCard.state,
      reason: platformCard.reason,
      platformId: platformCard.platformId,
      platformCents: platformCard.seenCents,
      seenAt: instantOrNull(platformCard.seenAt),
      unpostedCents: platformCard.unpostedCents,
      behind: platformCard.behind,
      updatedAt: iso(platformCard.updatedAt),
    },
  }),
);

/** The card that was queued, or settled. */
export const platformCardReply = sameInBoth(
  z.strictObject({ cardUuid: z.uuid() }),
  ({ cardId }: { cardId: string }) => ({ cardUuid: cardId }),
);

export const ListDifferencesQuery = z
  .strictObject({ ...PAGING, cause: z.enum(CAUSES).optional() })
  .transform(withOffset);

export const DifferencesView = z.strictObject({
  differences: z.array(
    z.strictObject({
      cardUuid: z.uuid(),
      last4: z.string(),
      status: z.enum(CARD_STATUSES),
      currency: z.string(),
      ledgerCents: z.int(),
      platformCents: z.int().nullable(),
      unpostedCents: Count,
      state: z.enum(PLATFORM_CARD_STATES),
      reason: z.string().nullable(),
      seenAt: z.iso.datetime().nullable(),
      cause: z.enum(CAUSES),
      remedies: z.array(z.enum(["ledger", "platform", "retry"])),
    }),
  ),
  total: Count,
  limit: z.int(),
  offset: z.int(),
  nextCursor: z.string().nullable(),
});

export const differencesReply = sameInBoth(
  DifferencesView,
  ({ items, ...page }: Page<Difference & { id: string }>) => ({
    differences: items.map(({ id: _id, cardId, seenAt, ...difference }) => ({
      ...difference,
      cardUuid: cardId,
      seenAt: instantOrNull(seenAt),
    })),
    ...page,
  }),
);

export const SettleBody: Shaped<Settlement> = inBoth(
  z
    .strictObject({ cardUuid: Uuid, truth: z.enum(["ledger", "platform"]) })
    .transform(({ cardUuid, truth }) => ({ cardId: cardUuid, truth })),
);
