import { z } from "zod";
import type { StoreChange, StoreSettings } from "../merchants/settings";
import { isTimeZone } from "../time-zone";
import { Currency, iso, Name } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

/** A century: more is "never". */
const MAX_VALIDITY_MONTHS = 1_200;

export const StoreChangeBody: Shaped<StoreChange> = inBoth(
  z.strictObject({
    name: Name.optional(),
    currency: Currency.optional(),
    timeZone: z.string().refine(isTimeZone, "must be an IANA time zone").optional(),
    validityMonths: z.int().min(1).max(MAX_VALIDITY_MONTHS).nullable().optional(),
    transfersEnabled: z.boolean().optional(),
  }),
);

/** A store's settings as they are shown. */
export const StoreView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  validityMonths: z.int().nullable(),
  transfersEnabled: z.boolean(),
  /** The zone of the days in totals and reports, as long as it is not the store's. */
  formerZone: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export const storeReply = sameInBoth(
  StoreView,
  ({ closedZone, createdAt, ...store }: StoreSettings) => ({
    ...store,
    formerZone: closedZone === store.timeZone ? null : closedZone,
    createdAt: iso(createdAt),
  }),
);
