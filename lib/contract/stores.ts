import { z } from "zod";
import type { NewStore } from "../merchants/create";
import type { OwnStore } from "../merchants/stores";
import { isTimeZone } from "../time-zone";
import { Currency, Name, Uuid } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

export const NewStoreBody: Shaped<NewStore> = inBoth(
  z.strictObject({
    name: Name,
    currency: Currency.optional(),
    timeZone: z.string().refine(isTimeZone, "must be an IANA time zone").optional(),
  }),
);

export const SwitchBody: Shaped<{ merchantId: string }> = inBoth(
  z.strictObject({ merchantId: Uuid }),
);

export const StoresView = z.strictObject({
  stores: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      role: z.enum(["owner", "manager", "viewer"]),
      /** The one that the session is in. */
      current: z.boolean(),
    }),
  ),
});

export const storesReply = sameInBoth(StoresView, (stores: OwnStore[]) => ({ stores }));

/** The store that the session is in from now on. */
export const movedReply = sameInBoth(
  z.strictObject({ merchantId: z.uuid() }),
  ({ merchantId }: { merchantId: string }) => ({ merchantId }),
);
