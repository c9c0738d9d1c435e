import { useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { post, type ReplyOf } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import {
  NewPasswordField,
  newPasswordSchema,
  PasswordField,
  passwordSchema,
} from "@/components/kit/credentials/fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { QrCode } from "@/components/kit/ui/qr-code";
import { RecoveryCodes } from "./recovery-codes";

type Closing = { onClose: () => void };

const codeSchema = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));

/** Changes the password, which also ends the person's other sessions. */
export function ChangePasswordDialog({ onClose }: Closing) {
  const [t, tAuth] = [useTranslations("security"), useTranslations("auth")];
  const { user } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("password.change.title")}
      description={t("password.change.description")}
      verb={t("password.change.submit")}
      schema={z.object({
        currentPassword: z.string().check(z.minLength(1, t("password.change.currentMissing"))),
        password: newPasswordSchema(tAuth),
      })}
      defaults={{ currentPassword: "", password: "" }}
      send={(typed, key) => post("/api/portal/password", typed, key)}
      refresh={[["security"], ["sessions"]]}
      toast={({ revoked }) => t("password.change.toast", { count: revoked })}
    >
      {(form) => (
        <>
          {/* Lets password managers match the account. */}
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={user.email}
            readOnly
          />
          <PasswordField form={form} name="currentPassword" label={t("password.change.current")} />
          <NewPasswordField form={form} name="password" label={tAuth("fields.newPassword")} />
        </>
      )}
    </ActionDialog>
  );
}

/** Turns on two-step sign-in: password, then a first code from the device, then the recovery codes. */
export function SetUpDialog({ onClose }: Closing) {
  const [t, tAuth] = [useTranslations("security"), useTranslations("auth")];
  const [secret, setSecret] = useState<ReplyOf<"/api/portal/totp/set-up", "POST"> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) {
    return (
      <RecoveryCodes
        title={t("setUp.done.title")}
        text={t("setUp.done.text")}
        codes={codes}
        onDone={onClose}
      />
    );
  }
  if (!secret) {
    return (
      <ActionDialog
        onClose={onClose}
        title={t("setUp.title")}
        description={t("confirmPassword")}
        verb={t("continue")}
        schema={z.object({ password: passwordSchema(tAuth) })}
        defaults={{ password: "" }}
        send={(typed, key) => post("/api/portal/totp/set-up", typed, key)}
        refresh={[["security"]]}
        done={setSecret}
      >
        {(form) => <PasswordField form={form} name="password" />}
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      key="scan"
      onClose={onClose}
      title={t("setUp.title")}
      description={t("setUp.scan")}
      verb={t("setUp.submit")}
      schema={z.object({ code: codeSchema(t("setUp.codeMissing")) })}
      defaults={{ code: "" }}
      send={(typed, key) => post("/api/portal/totp/turn-on", typed, key)}
      refresh={[["security"], ["sessions"]]}
      done={({ recoveryCodes }) => setCodes(recoveryCodes)}
    >
      {(form) => (
        <>
          <DeviceSecret {...secret} />
          <FormText
            form={form}
            name="code"
            label={tAuth("fields.code")}
            help={t("setUp.codeHelp")}
            className="font-mono"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </>
      )}
    </ActionDialog>
  );
}

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

type Proof = { password: string; code: string };

/** The password and a code, required to change two-step sign-in. */
const proof = (t: Translate<"security">, tAuth: Translate<"auth">) => ({
  schema: z.object({
    password: passwordSchema(tAuth),
    code: codeSchema(t("proofCodeMissing")),
  }),
  defaults: { password: "", code: "" },
  refresh: [["security"]],
  children: (form: UseFormReturn<Proof>) => (
    <>
      <PasswordField form={form} name="password" />
      <FormText
        form={form}
        name="code"
        label={tAuth("fields.code")}
        help={tAuth("fields.codeHelp")}
        className="font-mono"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
      />
    </>
  ),
});

/** Replaces the recovery codes and shows the new ones once. */
export function ReplaceCodesDialog({ onClose }: Closing) {
  const [t, tAuth] = [useTranslations("security"), useTranslations("auth")];
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) {
    return (
      <RecoveryCodes
        title={t("replaceCodes.done.title")}
        text={t("replaceCodes.done.text")}
        codes={codes}
        onDone={onClose}
      />
    );
  }
  return (
    <ActionDialog
      {...proof(t, tAuth)}
      onClose={onClose}
      title={t("replaceCodes.title")}
      description={t("replaceCodes.description")}
      verb={t("replaceCodes.submit")}
      send={(typed, key) => post("/api/portal/totp/recovery-codes", typed, key)}
      done={({ recoveryCodes }) => setCodes(recoveryCodes)}
    />
  );
}

export function TurnOffDialog({ onClose }: Closing) {
  const [t, tAuth] = [useTranslations("security"), useTranslations("auth")];
  return (
    <ActionDialog
      {...proof(t, tAuth)}
      onClose={onClose}
      title={t("turnOff.title")}
      description={t("turnOff.description")}
      verb={t("turnOff.submit")}
      danger
      send={(typed, key) => post("/api/portal/totp/turn-off", typed, key)}
      toast={() => t("turnOff.toast")}
    />
  );
}
