"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { onDay } from "@/components/ui/time";
import { API_SCOPES } from "@/lib/context";
import { ScopeChoice, ShapeChoice } from "./choices";
import { KeyName } from "./key-name";
import { NewKey } from "./new-key";

const NewKeyForm = z.object({
  name: KeyName,
  shape: z.enum(["A", "B"]),
  scopes: z.array(z.enum(API_SCOPES)).check(z.minLength(1, "Allow at least one thing.")),
  validDays: z.enum(["never", "30", "90", "365"]),
});

const blank: z.input<typeof NewKeyForm> = {
  name: "",
  shape: "A",
  scopes: [...API_SCOPES],
  validDays: "never",
};

const validities = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;

const dayMs = 24 * 60 * 60 * 1_000;

/** Makes a key, then shows its secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [openedAtMs] = useState(() => Date.now());
  const create = usePost("/api/portal/keys");
  const form = useForm({
    resolver: checkedBy(NewKeyForm),
    defaultValues: blank,
  });
  const { errors } = form.formState;

  const expiryOf = (validDays: string) =>
    validDays === "never" ? null : new Date(openedAtMs + Number(validDays) * dayMs);

  const act = async ({ validDays, ...rest }: z.output<typeof NewKeyForm>) => {
    const expiresAt = expiryOf(validDays)?.toISOString() ?? null;
    await create.mutateAsync({ ...rest, expiresAt });
    void queries.invalidateQueries({ queryKey: ["keys"] });
  };
  const sending = useSubmit(form, act, { expiresAt: "validDays" });

  if (create.data)
    return <NewKey apiKey={create.data.key} secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title="Create an API key">
      <DialogForm {...sending} verb="Create key" onClose={onClose}>
        <TextField
          label="Name"
          help="What will use it, such as “Till 2” or “Web shop”."
          error={errors.name?.message}
          autoComplete="off"
          {...form.register("name")}
        />
        <Controller
          control={form.control}
          name="scopes"
          render={({ field }) => (
            <ScopeChoice
              value={field.value}
              onChange={field.onChange}
              error={errors.scopes?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="shape"
          render={({ field }) => (
            <ShapeChoice
              value={field.value}
              onChange={field.onChange}
              error={errors.shape?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="validDays"
          render={({ field }) => (
            <Validity
              value={field.value}
              onChange={field.onChange}
              expiry={expiryOf(field.value)}
              error={errors.validDays?.message}
            />
          )}
        />
      </DialogForm>
    </Dialog>
  );
}

type ValidityProps = {
  value: string;
  onChange: (value: string) => void;
  expiry: Date | null;
  error: string | undefined;
};

function Validity({ value, onChange, expiry, error }: ValidityProps) {
  const { merchant } = useSession();
  const help = expiry
    ? `Its requests are refused from ${onDay(expiry, merchant.timeZone)} on. Roll it before then.`
    : "It works until somebody revokes it.";
  return (
    <Field label="Expires" help={help} error={error}>
      {(control) => (
        <Select {...control} value={value} onValueChange={onChange} options={[...validities]} />
      )}
    </Field>
  );
}
