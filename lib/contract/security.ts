import { z } from "zod";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../merchants/passwords/hash";
import type { Security } from "../merchants/profile";
import { Email, iso } from "./fields";
import { inBoth, sameInBoth } from "./shapes";

const NewPassword = z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS);
const ShownPassword = z.string().min(1).max(MAX_PASSWORD_CHARS);
const Code = z.string().trim().min(1).max(40);

export const ChangePasswordBody = inBoth(
  z.strictObject({ currentPassword: ShownPassword, password: NewPassword }),
);
export const ForgotPasswordBody = inBoth(z.strictObject({ email: Email }));
export const TokenBody = inBoth(z.strictObject({ token: z.string().min(1).max(100) }));
export const ResetPasswordBody = inBoth(
  z.strictObject({ token: z.string().min(1).max(100), password: NewPassword }),
);
export const PasswordBody = inBoth(z.strictObject({ password: ShownPassword }));
export const CodeBody = inBoth(z.strictObject({ code: Code }));
export const ProofBody = inBoth(z.strictObject({ password: ShownPassword, code: Code }));

export const emptyReply = sameInBoth(z.strictObject({}), (_: object) => ({}));

export const totpSecretReply = sameInBoth(
  z.strictObject({ secret: z.string(), uri: z.string() }),
  (made: { secret: string; uri: string }) => made,
);

export const recoveryCodesReply = sameInBoth(
  z.strictObject({ recoveryCodes: z.array(z.string()) }),
  (made: { recoveryCodes: string[] }) => made,
);

/** How a person's account is secured. */
export const SecurityView = z.strictObject({
  passwordChangedAt: z.iso.datetime().nullable(),
  twoStep: z.strictObject({ since: z.iso.datetime(), recoveryCodesLeft: z.int() }).nullable(),
});

export const securityReply = sameInBoth(
  SecurityView,
  ({ passwordChangedAt, twoStep }: Security) => ({
    passwordChangedAt: passwordChangedAt && iso(passwordChangedAt),
    twoStep: twoStep && { ...twoStep, since: iso(twoStep.since) },
  }),
);
