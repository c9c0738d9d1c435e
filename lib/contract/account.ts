import { z } from "zod";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../merchants/passwords/hash";
import { ROLES } from "../roles";
import { Currency, Email, Name, ShownInstant, Uuid } from "./fields";
import { inBoth, presented, presentedList } from "./shapes";

const NewPassword = z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS);
const ShownPassword = z.string().min(1).max(MAX_PASSWORD_CHARS);
const Code = z.string().trim().min(1).max(40);
// A token is 32 random bytes; any other text is not found.
const Token = z.string().min(1).max(100);
const MAX_ZONE_CHARS = 100;

export const SignUpBody = inBoth(
  z.strictObject({
    storeName: Name,
    name: Name,
    email: Email,
    password: NewPassword,
    currency: Currency.default("USD"),
    /** The browser's time zone. It is ignored if this server doesn't know it. */
    timeZone: z.string().max(MAX_ZONE_CHARS).optional(),
  }),
);

export const signedUpReply = presented(z.object({ merchantId: z.guid(), slug: z.string() }));

export const ChangePasswordBody = inBoth(
  z.strictObject({ currentPassword: ShownPassword, password: NewPassword }),
);
export const ForgotPasswordBody = inBoth(z.strictObject({ email: Email }));
export const TokenBody = inBoth(z.strictObject({ token: Token }));
export const ResetPasswordBody = inBoth(z.strictObject({ token: Token, password: NewPassword }));
export const PasswordBody = inBoth(z.strictObject({ password: ShownPassword }));
export const CodeBody = inBoth(z.strictObject({ code: Code }));
export const ProofBody = inBoth(z.strictObject({ password: ShownPassword, code: Code }));

export const emptyReply = presented(z.object({}), (_: object) => ({}));

export const totpSecretReply = presented(z.object({ secret: z.string(), uri: z.string() }));

export const recoveryCodesReply = presented(z.object({ recoveryCodes: z.array(z.string()) }));

/** The security settings of an account. */
export const securityReply = presented(
  z.object({
    passwordChangedAt: ShownInstant.nullable(),
    twoStep: z.object({ since: ShownInstant, recoveryCodesLeft: z.int() }).nullable(),
  }),
);

export const SessionParams = z.strictObject({ id: Uuid });

/** The fields of a browser where the person is signed in. */
export const BROWSER = {
  id: z.guid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: ShownInstant,
  lastSeenAt: ShownInstant,
  current: z.boolean(),
};

export const sessionsReply = presentedList(
  "sessions",
  z.object({ ...BROWSER, storeName: z.string() }),
);

export const revokedSessionsReply = presented(z.object({ revoked: z.int() }));

/** The signed-in person, their store and their role. */
export const profileReply = presented(
  z.object({
    user: z.object({
      id: z.guid(),
      name: z.string(),
      email: z.string(),
      isConfirmed: z.boolean(),
    }),
    merchant: z.object({
      id: z.guid(),
      name: z.string(),
      slug: z.string(),
      currency: z.string(),
      timeZone: z.string(),
    }),
    role: z.enum(ROLES),
  }),
);
