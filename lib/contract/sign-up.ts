import { z } from "zod";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../merchants/passwords/hash";
import type { SignUp } from "../merchants/sign-up";
import { Currency, Email, Name } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

const MAX_ZONE_CHARS = 100;

export const SignUpBody: Shaped<SignUp> = inBoth(
  z.strictObject({
    storeName: Name,
    name: Name,
    email: Email,
    password: z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS),
    currency: Currency.default("USD"),
    /** The browser's; one that this server does not know is left out. */
    timeZone: z.string().max(MAX_ZONE_CHARS).optional(),
  }),
);

export const signedUpReply = sameInBoth(
  z.strictObject({ merchantId: z.uuid(), slug: z.string() }),
  ({ merchantId, slug }: { merchantId: string; slug: string }) => ({ merchantId, slug }),
);
