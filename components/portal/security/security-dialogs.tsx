import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import * as z from "zod/mini";
import type { ReplyOf } from "@/components/kit/api/api";
import {
  NewPasswordField,
  newPasswordSchema,
  PasswordField,
  passwordSchema,
} from "@/components/kit/credentials/fields";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import { drawn, field, text } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import type { Translate } from "@/components/kit/locale/translate";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { QrCode } from "@/components/kit/ui/qr-code";
import { RecoveryCodes } from "./recovery-codes";

type Texts = { auth: Translate<"auth"> };
const security = {
  texts: "security",
  refresh: () => [["security"]],
  subject: (props: Texts) => props,
} as const;

/** Gives a dialog the texts of `auth` too. */
const withAuthTexts = (Dialog: ComponentType<Texts & Closing>) => (props: Closing) => (
  <Dialog {...props} auth={useTranslations("auth")} />
);

const codeSchema = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));

const password = (auth: Translate<"auth">) =>
  field(passwordSchema(auth), "", (at) => <PasswordField {...at} />);

/** Changes the password, which also ends the person's other sessions. */
export const ChangePasswordDialog = withAuthTexts(
  formDialog(security, "password.change", {
    operation: ["POST", "/api/portal/password"],
    fields: ({ t, auth, user }) => ({
      // Lets password managers match the account.
      username: drawn(() => (
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      )),
      currentPassword: field(
        z.string().check(z.minLength(1, t("password.change.currentMissing"))),
        "",
        (at) => <PasswordField {...at} label={t("password.change.current")} />,
      ),
      password: field(newPasswordSchema(auth), "", (at) => (
        <NewPasswordField {...at} label={auth("fields.newPassword")} personal={[user.email]} />
      )),
    }),
    refresh: [["security"], ["sessions"]],
    toast: ({ revoked }, _, { t }) => t("password.change.toast", { count: revoked }),
  }),
);

type Secret = ReplyOf<"/api/portal/totp/set-up", "POST">;

/** Turns on two-step sign-in: password, then a first code from the device, then the recovery codes. */
export const SetUpDialog = withAuthTexts(
  formDialog(security, "setUp", {
    operation: ["POST", "/api/portal/totp/set-up"],
    fields: ({ auth }) => ({ password: password(auth) }),
    next: (secret, _, { auth, onClose }) => (
      <ScanDialog auth={auth} secret={secret} onClose={onClose} />
    ),
  }),
);

const ScanDialog = formDialog(
  { ...security, subject: (props: Texts & { secret: Secret }) => props },
  "setUp.scanning",
  {
    operation: ["POST", "/api/portal/totp/turn-on"],
    fields: ({ t, auth, secret }) => ({
      secret: drawn(() => <DeviceSecret {...secret} />),
      code: text(auth("fields.code"), {
        schema: codeSchema(t("setUp.codeMissing")),
        help: t("setUp.codeHelp"),
        className: "font-mono",
        inputMode: "numeric",
        autoComplete: "one-time-code",
      }),
    }),
    refresh: [["security"], ["sessions"]],
    next: ({ recoveryCodes }, _, { t, onClose }) => (
      <RecoveryCodes
        title={t("setUp.done.title")}
        text={t("setUp.done.text")}
        codes={recoveryCodes}
        onDone={onClose}
      />
    ),
  },
);

function DeviceSecret({ secret, uri }: { secret: string; uri: string }) {
  const t = useTranslations("security");
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start sm:gap-5">
      <QrCode text={uri} label={t("setUp.qrCode")} className="size-44 shrink-0" />
      <div className="grid w-full min-w-0 gap-1.5">
        <p className="text-sm font-medium">{t("setUp.cantScan")}</p>
        <div className="flex items-center gap-1">
          <code className="min-w-0 rounded-md border bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
            {secret.match(/.{4}/g)?.join(" ")}
          </code>
          <CopyButton text={secret} label={t("setUp.copySecret")} />
        </div>
        <p className="text-sm text-muted">{t("setUp.secretHelp")}</p>
      </div>
    </div>
  );
}

/** The password and a code, required to change two-step sign-in. */
const passwordAndCodeFields = (t: Translate<"security">, auth: Translate<"auth">) => ({
  password: password(auth),
  code: text(auth("fields.code"), {
    schema: codeSchema(t("proofCodeMissing")),
    help: auth("fields.codeHelp"),
    className: "font-mono",
    autoComplete: "one-time-code",
    autoCapitalize: "off",
    spellCheck: false,
  }),
});

/** Replaces the recovery codes and shows the new ones once. */
export const ReplaceCodesDialog = withAuthTexts(
  formDialog(security, "replaceCodes", {
    operation: ["POST", "/api/portal/totp/recovery-codes"],
    fields: ({ t, auth }) => passwordAndCodeFields(t, auth),
    next: ({ recoveryCodes }, _, { t, onClose }) => (
      <RecoveryCodes
        title={t("replaceCodes.done.title")}
        text={t("replaceCodes.done.text")}
        codes={recoveryCodes}
        onDone={onClose}
      />
    ),
  }),
);

export const TurnOffDialog = withAuthTexts(
  formDialog(security, "turnOff", {
    operation: ["POST", "/api/portal/totp/turn-off"],
    danger: true,
    fields: ({ t, auth }) => passwordAndCodeFields(t, auth),
  }),
);
