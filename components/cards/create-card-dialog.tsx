"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { CurrencySelect } from "@/components/currency-select";
import { useSubmit } from "@/components/forms";
import { useSession } from "@/components/session";
import { type Card, cardTypes } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field, FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { usePost } from "@/components/use-post";
import { optionalEmail } from "./form-parts";
import { lastFour } from "./words";

const NewCard = z.object({
  currency: z.string(),
  cardType: z.enum(cardTypes),
  ownerEmail: optionalEmail,
});

/** Makes an inactive card of balance zero, then opens its page. */
export function CreateCardDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const create = usePost<z.output<typeof NewCard>, Card>("/api/v1/cards");
  const form = useForm({
    resolver: zodResolver(NewCard),
    defaultValues: { currency: merchant.currency, cardType: "digital", ownerEmail: "" },
  });
  const { errors } = form.formState;

  const { submit, failure } = useSubmit(form, async (body) => {
    const card = await create.mutateAsync(body);
    void queries.invalidateQueries({ queryKey: ["cards"] });
    toast(`Card ending in ${lastFour(card.code)} created`);
    router.push(`/cards/${card.uuid}`);
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create a card"
      description="It starts inactive and empty. Activate it when it is paid for."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Controller
          control={form.control}
          name="cardType"
          render={({ field }) => (
            <FieldGroup legend="Type" error={errors.cardType?.message}>
              <RadioGroup
                label="Type"
                value={field.value}
                onValueChange={field.onChange}
                options={[
                  { value: "digital", label: "Digital", help: "Sent or shown on a screen" },
                  { value: "physical", label: "Physical", help: "Printed with its code" },
                ]}
              />
            </FieldGroup>
          )}
        />
        <Field label="Currency" error={errors.currency?.message}>
          {(control) => (
            <Controller
              control={form.control}
              name="currency"
              render={({ field }) => (
                <CurrencySelect {...control} value={field.value} onValueChange={field.onChange} />
              )}
            />
          )}
        </Field>
        <TextField
          label="Owner's e-mail address"
          optional
          help="Leave it empty to assign the card later."
          error={errors.ownerEmail?.message}
          type="email"
          autoComplete="off"
          {...form.register("ownerEmail")}
        />
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending || create.isSuccess}>
            Create card
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
