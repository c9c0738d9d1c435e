"use client";

import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { DialogForm } from "@/components/action-dialog";
import { PasswordField } from "@/components/auth/fields";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";

const Typed = z.object({
  password: z.string().check(z.minLength(1, "Enter your password.")),
  code: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter the code your device shows, or a recovery code.")),
});

export type Proof = z.output<typeof Typed>;

type Props = {
  verb: string;
  danger?: boolean;
  act: (proof: Proof) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password and a code before two-step sign-in is changed. */
export function ProofForm({ verb, danger, act, onClose }: Props) {
  const form = useForm({
    resolver: checkedBy(Typed),
    defaultValues: { password: "", code: "" },
  });
  const sending = useSubmit(form, act);
  return (
    <DialogForm {...sending} verb={verb} danger={danger} onClose={onClose}>
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
    </DialogForm>
  );
}
