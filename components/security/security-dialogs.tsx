import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post, type ReplyOf } from "@/components/api";
import {
  NewPasswordField,
  NewPasswordSchema,
  PasswordField,
  typedPassword,
} from "@/components/auth/fields";
import { FormText } from "@/components/form-text";
import { useSession } from "@/components/session";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrCode } from "@/components/ui/qr-code";
import { RecoveryCodes } from "./recovery-codes";
import { endedWords } from "./sessions-section";

type Closing = { onClose: () => void };

const typedCode = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));

/** Changes the password, which also ends the person's other sessions. */
export function ChangePasswordDialog({ onClose }: Closing) {
  const { user } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title="Change password"
      description="Every other browser in which you are signed in is signed out. We tell you by mail."
      verb="Change password"
      schema={z.object({
        currentPassword: z.string().check(z.minLength(1, "Enter your current password.")),
        password: NewPasswordSchema,
      })}
      defaults={{ currentPassword: "", password: "" }}
      send={(typed, key) => post("/api/portal/password", typed, key)}
      refresh={[["security"], ["sessions"]]}
      toast={({ revoked }) => `Password changed. ${endedWords(revoked)}`}
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
          <PasswordField form={form} name="currentPassword" label="Current password" />
          <NewPasswordField form={form} name="password" label="New password" />
        </>
      )}
    </ActionDialog>
  );
}

/** Turns on two-step sign-in: password, then a first code from the device, then the recovery codes. */
export function SetUpDialog({ onClose }: Closing) {
  const [secret, setSecret] = useState<ReplyOf<"/api/portal/totp/set-up", "POST"> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) {
    return (
      <Dialog
        title="Two-step sign-in is on"
        description="Every other browser was signed out. Keep these recovery codes where you keep your passwords: if your device gets lost, each of them signs you in once."
      >
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  if (!secret) {
    return (
      <ActionDialog
        onClose={onClose}
        title="Set up two-step sign-in"
        description="First show that it is you."
        verb="Continue"
        schema={z.object({ password: typedPassword })}
        defaults={{ password: "" }}
        send={(typed, key) => post("/api/portal/totp/set-up", typed, key)}
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
      title="Set up two-step sign-in"
      description="Scan this with an authenticator app, such as the one in your password manager, then type the code it shows."
      verb="Turn on"
      schema={z.object({ code: typedCode("Enter the code your device shows.") })}
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
            label="Code"
            help="The six digits that the app shows now."
            className="font-mono"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </>
      )}
    </ActionDialog>
  );
}

const DeviceSecret = ({ secret, uri }: { secret: string; uri: string }) => (
  <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start sm:gap-5">
    <QrCode text={uri} label="QR code for an authenticator app" className="size-44 shrink-0" />
    <div className="grid w-full min-w-0 gap-1.5">
      <p className="text-sm font-medium">Can't scan? Type this secret instead</p>
      <div className="flex items-center gap-1">
        <code className="min-w-0 rounded-md border bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
          {secret.match(/.{4}/g)?.join(" ")}
        </code>
        <CopyButton text={secret} what="secret" />
      </div>
      <p className="text-sm text-muted">Time based, 6 digits, every 30 seconds.</p>
    </div>
  </div>
);

/** The password and a code, required to change two-step sign-in. */
const proof = {
  schema: z.object({
    password: typedPassword,
    code: typedCode("Enter the code your device shows, or a recovery code."),
  }),
  defaults: { password: "", code: "" },
  refresh: [["security"]],
};

const proofFields = (form: UseFormReturn<typeof proof.defaults>) => (
  <>
    <PasswordField form={form} name="password" />
    <FormText
      form={form}
      name="code"
      label="Code"
      help="Of your device, or a recovery code."
      className="font-mono"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
    />
  </>
);

/** Replaces the recovery codes and shows the new ones once. */
export function NewCodesDialog({ onClose }: Closing) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) {
    return (
      <Dialog
        title="Your new recovery codes"
        description="The former ones no longer work. Each of these signs you in once when your device is lost."
      >
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <ActionDialog
      {...proof}
      onClose={onClose}
      title="New recovery codes"
      description="Ten new codes take the place of all former ones, used or not."
      verb="Make new codes"
      send={(typed, key) => post("/api/portal/totp/recovery-codes", typed, key)}
      done={({ recoveryCodes }) => setCodes(recoveryCodes)}
    >
      {proofFields}
    </ActionDialog>
  );
}

export const TurnOffDialog = ({ onClose }: Closing) => (
  <ActionDialog
    {...proof}
    onClose={onClose}
    title="Turn two-step sign-in off"
    description="From then on your password alone signs you in. Your recovery codes stop working."
    verb="Turn off"
    danger
    send={(typed, key) => post("/api/portal/totp/turn-off", typed, key)}
    toast={() => "Two-step sign-in is off"}
  >
    {proofFields}
  </ActionDialog>
);
