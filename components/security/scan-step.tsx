"use client";

import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { DialogForm } from "@/components/action-dialog";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";

const Typed = z.object({
  code: z.string().check(z.trim(), z.minLength(1, "Enter the code your device shows.")),
});

type Props = {
  secret: string;
  uri: string;
  onOn: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** Shows the secret as a QR code and as text, and asks for a first code from the device. */
export function ScanStep({ secret, uri, onOn, onClose }: Props) {
  const turnOn = usePost("/api/portal/totp/turn-on");
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { code: "" } });
  const sending = useSubmit(form, async (typed) => {
    const { recoveryCodes } = await turnOn.mutateAsync(typed);
    onOn(recoveryCodes);
  });
  return (
    <DialogForm {...sending} verb="Turn on" onClose={onClose}>
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
      <FormText
        form={form}
        name="code"
        label="Code"
        help="The six digits that the app shows now."
        className="font-mono"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </DialogForm>
  );
}
