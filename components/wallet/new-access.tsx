"use client";

import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { DialogForm } from "@/components/action-dialog";
import { post } from "@/components/api";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { SecretField } from "@/components/ui/secret-field";
import { Select } from "@/components/ui/select";

const Typed = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter the shop's name.")),
  days: z.string(),
});

const periods = [
  { value: "1", label: "One day" },
  { value: "30", label: "30 days" },
  { value: "365", label: "One year" },
];

type Props = { onClose: () => void; onMade: () => void };

/** Creates a shop's access code, which is shown once. */
export function NewAccess({ onClose, onMade }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    resolver: checkedBy(Typed),
    defaultValues: { name: "", days: "30" },
  });
  const { errors } = form.formState;
  const sending = useSubmit(form, async ({ name, days }) => {
    const wanted = { name, days: Number(days) as 1 | 30 | 365 };
    setSecret((await post("/api/wallet/tokens", wanted)).secret);
    onMade();
  });
  if (secret) {
    return (
      <Dialog onClose={onClose} title="Access for a shop">
        <SecretField
          secret={secret}
          label="Access code"
          warning="Copy it now: it is not shown again. Give it to that shop alone."
        />
        <DialogActions>
          <Button variant="primary" onClick={onClose} size="lg">
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={onClose}
      title="Give a shop access"
      description="Its app can then add gift cards to your wallet, and nothing else."
    >
      <DialogForm {...sending} verb="Make the code" size="lg" onClose={onClose}>
        <FormText form={form} name="name" label="Shop" maxLength={100} autoComplete="off" />
        <Field label="For how long" error={errors.days?.message}>
          {(control) => (
            <Controller
              control={form.control}
              name="days"
              render={({ field }) => (
                <Select
                  {...control}
                  value={field.value}
                  onValueChange={field.onChange}
                  options={periods}
                />
              )}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
