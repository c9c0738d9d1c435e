"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";

const Typed = z.object({
  password: z.string().min(1, "Enter your password."),
  code: z.string().trim().min(1, "Enter the code your device shows, or a recovery code."),
});

export type Proof = z.output<typeof Typed>;

type Props = {
  verb: string;
  danger?: boolean;
  busy: boolean;
  act: (proof: Proof) => Promise<void>;
  onClose: () => void;
};

/** Asks for password and code before what the second step protects is changed. */
export function ProofForm({ verb, danger, busy, act, onClose }: Props) {
  const form = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { password: "", code: "" },
  });
  const { errors } = form.formState;
  const { submit, failure } = useSubmit(form, act);
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Password"
        error={errors.password?.message}
        type="password"
        autoComplete="current-password"
        {...form.register("password")}
      />
      <TextField
        label="Code"
        help="Of your device, or a recovery code."
        error={errors.code?.message}
        className="font-mono"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        {...form.register("code")}
      />
      {failure && <RequestFailure error={failure} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy}>
          {verb}
        </Button>
      </DialogActions>
    </form>
  );
}
