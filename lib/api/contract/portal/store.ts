import { z } from "zod";
import {
  AmountCents,
  Currency,
  Name,
  ShownInstant,
  TimeZone,
  Uuid,
} from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { ROLES } from "@/lib/base/roles";
import { SCAN_PREFIX_PATTERN } from "@/lib/base/scan";
import type { StoreSettings } from "@/lib/domain/stores/settings";

/** A century; for a longer validity, use "never expires". */
const MAX_VALIDITY_MONTHS = 1_200;

export const StoreChangeBody = inBothShapes(
  z.strictObject({
    name: Name.optional(),
    currency: Currency.optional(),
    timeZone: TimeZone.optional(),
    validityMonths: z.int().min(1).max(MAX_VALIDITY_MONTHS).nullable().optional(),
    language: z.enum(CUSTOMER_LANGUAGES).optional(),
    requiresSecondFactor: z.boolean().optional(),
    scanPrefix: z
      .string()
      .regex(SCAN_PREFIX_PATTERN, "must be 1 to 20 visible ASCII characters without spaces")
      .nullable()
      .optional(),
    usualAmountCents: AmountCents.nullable().optional(),
  }),
);

/** A store's settings. */
export const storeReply = sameReply(
  z.object({
    id: z.guid(),
    name: z.string(),
    slug: z.string(),
    currency: z.string(),
    timeZone: z.string(),
    validityMonths: z.int().nullable(),
    /** The language of emails to customers who chose none. */
    language: z.enum(CUSTOMER_LANGUAGES),
    requiresSecondFactor: z.boolean(),
    /** What the store's scanners send before a code. */
    scanPrefix: z.string().nullable(),
    /** Larger amounts in the store's currency are entered twice; null for the default. */
    usualAmountCents: z.int().nullable(),
    /** The time zone of days in totals and reports, while it differs from the store's. */
    formerZone: z.string().nullable(),
    createdAt: ShownInstant,
  }),
  ({ closedZone, ...store }: StoreSettings) => ({
    ...store,
    formerZone: closedZone === store.timeZone ? null : closedZone,
  }),
);

export const NewStoreBody = inBothShapes(
  z.strictObject({
    name: Name,
    currency: Currency.optional(),
    timeZone: TimeZone.optional(),
  }),
);

export const SwitchBody = inBothShapes(
  z.strictObject({
    /** A live store. */
    merchantId: Uuid,
    /** Whether to show its test twin. */
    testMode: z.boolean().optional(),
  }),
);

const StoreChoiceView = z.object({
  id: z.guid(),
  name: z.string(),
  role: z.enum(ROLES),
  /** Whether the session shows this store. */
  current: z.boolean(),
});

export const storesReply = sameListReply("stores", StoreChoiceView);

/** The store that the session now shows. */
export const switchedStoreReply = sameReply(z.object({ merchantId: z.guid() }));
