import { z } from "zod";
import { Name, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { PROOF_FIELDS } from "./account";
import { AMOUNT_LIMIT_FIELDS, SHOWN_AMOUNT_LIMIT_FIELDS } from "./keys";

const MAX_NAME_CHARS = 60;
/** The name of a device or a cashier. */
export const TillName = Name.max(MAX_NAME_CHARS);

export const DeviceParams = z.strictObject({ id: Uuid });

export const CreateDeviceBody = inBothShapes(
  z.strictObject({ name: TillName, ...AMOUNT_LIMIT_FIELDS, ...PROOF_FIELDS }),
);

export const ChangeDeviceBody = inBothShapes(
  z.strictObject({ name: TillName.optional(), ...AMOUNT_LIMIT_FIELDS, ...PROOF_FIELDS }),
);

export const PairingCodeBody = inBothShapes(z.strictObject(PROOF_FIELDS));

/** A device, and the browser that was paired last. */
const DeviceView = z.object({
  id: z.guid(),
  name: z.string(),
  /** Null if the browser didn't reveal it, like `system`. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Null until a browser was paired. */
  pairedAt: ShownInstant.nullable(),
  /** When the pairing code stops working that waits to be used; null if there is none. */
  pairingExpiresAt: ShownInstant.nullable(),
  ...SHOWN_AMOUNT_LIMIT_FIELDS,
  createdAt: ShownInstant,
  createdBy: z.string(),
  lastUsedAt: ShownInstant.nullable(),
  revokedAt: ShownInstant.nullable(),
});

export const deviceReply = sameReply(z.object({ device: DeviceView }));

export const deviceWithCodeReply = sameReply(
  z.object({ device: DeviceView, pairingCode: z.string() }),
);

export const devicesReply = sameListReply("devices", DeviceView);
