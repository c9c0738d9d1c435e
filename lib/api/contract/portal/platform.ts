import { z } from "zod";
import { Count, PAGING, ShownInstant, Uuid, withOffset } from "@/lib/api/contract/fields";
import {
  inBothShapes,
  PAGE_FIELDS,
  samePageReply,
  sameReply,
  withCardUuid,
} from "@/lib/api/contract/shapes";
import { CARD_STATUSES } from "@/lib/db/schema/cards";
import {
  CONNECTION_STATUSES,
  PLATFORM_CARD_STATES,
  PLATFORM_KINDS,
} from "@/lib/db/schema/platforms";
import type { ConnectionRow } from "@/lib/domain/shops/connection";
import { CAUSES, type Difference } from "@/lib/domain/shops/differences";
import type { CardOnPlatform, Platform } from "@/lib/domain/shops/read";

const MAX_ADDRESS_CHARS = 2_000;
const MAX_TOKEN_CHARS = 500;

export const ConnectBody = inBothShapes(
  z.strictObject({
    kind: z.enum(PLATFORM_KINDS),
    address: z.string().trim().min(1).max(MAX_ADDRESS_CHARS),
    token: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TOKEN_CHARS)
      .regex(/^[\x21-\x7e]+$/, "must contain only visible ASCII characters"),
  }),
);

const ConnectionView = z.object({
  kind: z.enum(PLATFORM_KINDS),
  address: z.string(),
  name: z.string(),
  currency: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  lastError: z.string().nullable(),
  connectedAt: ShownInstant,
  /** Polling has covered all changes in the shop before this time. */
  polledUntil: ShownInstant.nullable(),
  /** When all cards were last compared, and when the current comparison started. */
  reconciledAt: ShownInstant.nullable(),
  reconcilingSince: ShownInstant.nullable(),
});

const presentConnection = ({ createdAt, ...row }: ConnectionRow) => ({
  ...row,
  connectedAt: createdAt,
});

const PlatformView = z.object({
  platform: z
    .object({
      ...ConnectionView.shape,
      /** The number of cards in each state in the shop. */
      counts: z.object({ queued: Count, created: Count, failed: Count, disabled: Count }),
      /** Cards in a currency other than the shop's. They aren't in any of the states. */
      otherCurrency: Count,
      differences: Count,
      /** The number of cards compared so far, while a comparison of all cards runs. */
      compared: z.object({ done: Count, total: Count }).nullable(),
    })
    .nullable(),
});

export const platformReply = sameReply(PlatformView, (platform: Platform | null) => ({
  platform: platform && { ...platform, ...presentConnection(platform.connection) },
}));

export const connectedReply = sameReply(
  z.object({ connection: ConnectionView }),
  (connection: ConnectionRow) => ({ connection: presentConnection(connection) }),
);

export const disconnectedReply = sameReply(z.object({ disconnected: z.literal(true) }));

export const reconcileReply = sameReply(z.object({ reconcilingSince: ShownInstant }));

/** `connected`: whether the store has an online shop. `card`: null if the shop has no gift card for it. */
const CardOnPlatformView = z.object({
  connected: z.boolean(),
  name: z.string().nullable(),
  /** The shop's currency. */
  currency: z.string().nullable(),
  card: z
    .object({
      state: z.enum(PLATFORM_CARD_STATES),
      reason: z.string().nullable(),
      platformId: z.string().nullable(),
      /** The balance last seen in the shop, in minor units. */
      platformCents: z.int().nullable(),
      seenAt: ShownInstant.nullable(),
      /** Redeemed in the shop, but can't be deducted from the card. In minor units. */
      unpostedCents: Count,
      /** Whether a change of the card still has to be synced. */
      behind: z.boolean(),
      updatedAt: ShownInstant,
    })
    .nullable(),
});

export const cardOnPlatformReply = sameReply(
  CardOnPlatformView,
  ({ connection, platformCard }: CardOnPlatform) => ({
    connected: connection !== null,
    name: connection?.name ?? null,
    currency: connection?.currency ?? null,
    card: platformCard && { ...platformCard, platformCents: platformCard.seenCents },
  }),
);

/** The card that was queued or settled. */
export const platformCardReply = sameReply(
  z.object({ cardUuid: z.guid() }),
  withCardUuid<{ cardId: string }>,
);

export const ListDifferencesQuery = z
  .strictObject({ ...PAGING, cause: z.enum(CAUSES).optional() })
  .transform(withOffset);

const DifferenceView = z.object({
  cardUuid: z.guid(),
  last4: z.string(),
  status: z.enum(CARD_STATUSES),
  currency: z.string(),
  ledgerCents: z.int(),
  platformCents: z.int().nullable(),
  unpostedCents: Count,
  state: z.enum(PLATFORM_CARD_STATES),
  reason: z.string().nullable(),
  seenAt: ShownInstant.nullable(),
  cause: z.enum(CAUSES),
  remedies: z.array(z.enum(["ledger", "platform", "retry"])),
});

export const differencesReply = samePageReply(
  "differences",
  DifferenceView,
  withCardUuid<Difference>,
  PAGE_FIELDS,
);

export const SettleBody = inBothShapes(
  z
    .strictObject({ cardUuid: Uuid, truth: z.enum(["ledger", "platform"]) })
    .transform(({ cardUuid, truth }) => ({ cardId: cardUuid, truth })),
);
