"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { DialogForm } from "@/components/action-dialog";
import { PasswordField } from "@/components/auth/fields";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { Dialog } from "@/components/ui/dialog";
import { RecoveryCodes } from "./recovery-codes";
import { ScanStep } from "./scan-step";

type Secret = { secret: string; uri: string };

/** Turns on two-step sign-in: password, then a first code from the device, then the recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isOn = (made: string[]) => {
    setCodes(made);
    void queries.invalidateQueries({ queryKey: ["security"] });
    void queries.invalidateQueries({ queryKey: ["sessions"] });
  };

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
  return (
    <Dialog
      onClose={onClose}
      title="Set up two-step sign-in"
      description={
        secret
          ? "Scan this with an authenticator app, such as the one in your password manager, then type the code it shows."
          : "First show that it is you."
      }
    >
      {secret ? (
        <ScanStep {...secret} onOn={isOn} onClose={onClose} />
      ) : (
        <PasswordStep onSecret={setSecret} onClose={onClose} />
      )}
    </Dialog>
  );
}

const Typed = z.object({ password: z.string().check(z.minLength(1, "Enter your password.")) });

type Props = { onSecret: (secret: Secret) => void; onClose: () => void };

function PasswordStep({ onSecret, onClose }: Props) {
  const setUp = usePost("/api/portal/totp/set-up");
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { password: "" } });
  const sending = useSubmit(form, async (typed) => onSecret(await setUp.mutateAsync(typed)));
  return (
    <DialogForm {...sending} verb="Continue" onClose={onClose}>
      <PasswordField form={form} name="password" />
    </DialogForm>
  );
}
