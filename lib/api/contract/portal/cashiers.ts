import { z } from "zod";
import { ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { TillPin } from "@/lib/api/contract/till/till";
import { TillName } from "./devices";
import { AMOUNT_LIMIT_FIELDS, SHOWN_AMOUNT_LIMIT_FIELDS } from "./keys";

export const CashierParams = z.strictObject({ id: Uuid });

export const CreateCashierBody = inBothShapes(
  z.strictObject({ name: TillName, pin: TillPin, ...AMOUNT_LIMIT_FIELDS }),
);

export const ChangeCashierBody = inBothShapes(
  z.strictObject({ name: TillName.optional(), pin: TillPin.optional(), ...AMOUNT_LIMIT_FIELDS }),
);

/** A cashier without their PIN. */
const CashierView = z.object({
  id: z.guid(),
  name: z.string(),
  ...SHOWN_AMOUNT_LIMIT_FIELDS,
  createdAt: ShownInstant,
  createdBy: z.string(),
  /** When they were last at a till; null before the first time. */
  lastSeenAt: ShownInstant.nullable(),
  deactivatedAt: ShownInstant.nullable(),
});

export const cashierReply = sameReply(z.object({ cashier: CashierView }));

export const cashiersReply = sameListReply("cashiers", CashierView);
