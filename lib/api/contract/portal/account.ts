import { z } from "zod";
import { AmountCents, Currency, Email, Name, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { ROLES } from "@/lib/base/roles";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "@/lib/domain/people/passwords/hash";

const NewPassword = z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS);
const EnteredPassword = z.string().min(1).max(MAX_PASSWORD_CHARS);
const TwoStepCode = z.string().trim().min(1).max(40);
// A token is 32 random bytes; any other text is not found.
const Token = z.string().min(1).max(100);
const MAX_ZONE_CHARS = 100;
const MAX_PERSONAL_CHARS = 400;

export const SignUpBody = inBothShapes(
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

/** The same whether or not the email has an account. */
export const signedUpReply = sameReply(z.object({ confirmFirst: z.boolean() }));

export const ChangePasswordBody = inBothShapes(
  z.strictObject({ currentPassword: EnteredPassword, password: NewPassword }),
);
export const ForgotPasswordBody = inBothShapes(z.strictObject({ email: Email }));
export const TokenBody = inBothShapes(z.strictObject({ token: Token }));
export const ResetPasswordBody = inBothShapes(
  z.strictObject({ token: Token, password: NewPassword }),
);
export const CheckPasswordBody = inBothShapes(
  z.strictObject({
    password: NewPassword,
    /** Words that the password must not be made of, such as the person's email. */
    personal: z.array(z.string().max(MAX_PERSONAL_CHARS)).max(5).default([]),
  }),
);
export const checkedPasswordReply = sameReply(z.object({ isGuessable: z.boolean() }));
export const PasswordBody = inBothShapes(z.strictObject({ password: EnteredPassword }));
export const CodeBody = inBothShapes(z.strictObject({ code: TwoStepCode }));
/** Confirms that it's the signed-in person, where it may be needed. */
export const PROOF_FIELDS = { password: EnteredPassword.optional(), code: TwoStepCode.optional() };
export const ProofBody = inBothShapes(
  z.strictObject({ password: EnteredPassword, code: TwoStepCode }),
);

export const emptyReply = sameReply(z.object({}), (_: object) => ({}));

export const totpSecretReply = sameReply(z.object({ secret: z.string(), uri: z.string() }));

export const recoveryCodesReply = sameReply(z.object({ recoveryCodes: z.array(z.string()) }));

/** The security settings of an account. */
export const securityReply = sameReply(
  z.object({
    passwordChangedAt: ShownInstant.nullable(),
    twoStep: z.object({ since: ShownInstant, recoveryCodesLeft: z.int() }).nullable(),
  }),
);

export const SessionParams = z.strictObject({ id: Uuid });

/** The fields of a browser where the person is signed in. */
export const BROWSER_FIELDS = {
  id: z.guid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: ShownInstant,
  lastSeenAt: ShownInstant,
  current: z.boolean(),
};

export const sessionsReply = sameListReply(
  "sessions",
  z.object({ ...BROWSER_FIELDS, storeName: z.string() }),
);

export const revokedSessionsReply = sameReply(z.object({ revoked: z.int() }));

/** The signed-in person, their store and their role. */
export const profileReply = sameReply(
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
      /** What the store's scanners send before a code. */
      scanPrefix: z.string().nullable(),
      /** Larger amounts in the store's currency are entered twice; null for the default. */
      usualAmountCents: z.int().nullable(),
      /** Whether the store may send email, invite people, set up tills and create keys that move money. */
      isConfirmed: z.boolean(),
      /** The live store, if this is its test twin. */
      liveMerchantId: z.guid().nullable(),
      /** How far the clock of a test twin is ahead. */
      clockOffsetMs: z.int(),
      brandColor: z.string().nullable(),
      logoUrl: z.string().nullable(),
    }),
    role: z.enum(ROLES),
    mayCreateStores: z.boolean(),
    /** Where this instance's operator answers questions; null if they didn't say. */
    supportEmail: z.string().nullable(),
  }),
);

const NOTIFICATION_FIELDS = {
  webhookDisabled: z.boolean(),
  monthlyReport: z.boolean(),
  /** Redemptions of at least this amount in the store's currency; null for none. */
  redemptionsFromCents: AmountCents.nullable(),
};

/** The signed-in person's account, and the emails about the store that they want. */
export const accountReply = sameReply(
  z.object({
    name: z.string(),
    email: z.string(),
    isConfirmed: z.boolean(),
    /** The new email, while its link isn't opened. */
    pendingEmail: z.string().nullable(),
    notifications: z.object(NOTIFICATION_FIELDS),
  }),
);

export const AccountChangeBody = inBothShapes(
  z.strictObject({
    name: Name.optional(),
    notifications: z.strictObject(NOTIFICATION_FIELDS).partial().optional(),
  }),
);

export const EmailChangeBody = inBothShapes(z.strictObject({ email: Email, ...PROOF_FIELDS }));
