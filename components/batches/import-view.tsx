"use client";

import { Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { cardTypes } from "@/components/cards/words";
import { CardTypeField, CurrencyField } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormField, FormText } from "@/components/form-text";
import { schemaResolver, useHydrated, useSubmit } from "@/components/forms";
import { useMayWrite, useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field, Input } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState } from "@/components/ui/states";
import type { ImportCheck } from "./batch";
import type { ImportRequest } from "./import-result";

const ImportResult = dynamic(async () => (await import("./import-result")).ImportResult);

const parent = { href: "/batches", label: "Batches" };

/** Imports another provider's cards. The whole file is checked before anything is written. */
export function ImportView() {
  const mayWrite = useMayWrite();
  const [checked, setChecked] = useState<{ chosen: ImportRequest; check: ImportCheck } | null>(
    null,
  );
  return (
    <>
      <PageHeader
        parent={parent}
        title="Import cards"
        purpose="Bring along the cards of another provider. They keep their codes, so that what customers have in their pockets goes on working."
      />
      {!mayWrite ? (
        <EmptyState
          icon={<Upload aria-hidden />}
          title="Only owners and managers import cards"
          text="Ask one of them, or to be made a manager."
        />
      ) : (
        <>
          <ImportForm hidden={checked !== null} onChecked={setChecked} />
          {checked && <ImportResult {...checked} onBack={() => setChecked(null)} />}
        </>
      )}
    </>
  );
}

const mostBytes = 5 * 1024 * 1024;

const example = `code,balance,currency,expiry,email,note
6035710000001234,25.00,USD,2027-12-31,ada@example.com,
6035710000001242,0,USD,,,Never sold`;

const ImportFormSchema = z.object({
  csv: z.custom<File>(
    (file) => file instanceof File && file.size > 0 && file.size <= mostBytes,
    "Choose a CSV file of at most 5 MB.",
  ),
  name: typedName,
  currency: z.string(),
  cardType: z.enum(cardTypes),
});

type Typed = z.input<typeof ImportFormSchema>;

type Props = {
  /** Hides the form but keeps its input while the result is shown. */
  hidden: boolean;
  onChecked: (checked: { chosen: ImportRequest; check: ImportCheck }) => void;
};

function ImportForm({ hidden, onChecked }: Props) {
  const { merchant } = useSession();
  const hydrated = useHydrated();
  const form = useForm<Typed>({
    resolver: schemaResolver(ImportFormSchema, useTranslations("common")),
    defaultValues: { name: "", currency: merchant.currency, cardType: "physical" },
  });
  const input = useRef<HTMLInputElement>(null);
  // On a slow connection a file may be chosen before hydration.
  useEffect(() => {
    const [file] = input.current?.files ?? [];
    if (file) form.setValue("csv", file);
  }, [form]);
  const { submit, failure, busy } = useSubmit(form, async ({ csv: file, ...chosen }) => {
    const csv = await file.text();
    const { currency } = chosen;
    const check = await post("/api/portal/batches/import/check", { csv, currency });
    onChecked({ chosen: { ...chosen, csv, fileName: file.name }, check });
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      hidden={hidden}
      className={hidden ? "hidden" : "grid max-w-2xl gap-6"}
    >
      <FormField form={form} name="csv">
        {({ onChange, error }) => (
          <Field
            label="File"
            help="CSV with a line of headings, up to 50,000 cards. Commas, semicolons or tabs."
            error={error}
          >
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="file"
                accept=".csv,text/csv,text/plain"
                className="file:mr-3 file:font-medium max-md:py-2.5 md:py-1.5"
                onChange={(event) => onChange(event.target.files?.[0])}
              />
            )}
          </Field>
        )}
      </FormField>
      <details className="rounded-md border bg-surface px-4 py-3">
        <summary className="cursor-pointer font-medium">What the file looks like</summary>
        <div className="mt-3 grid gap-3">
          <CodeBlock code={example} copyLabel="Copy example" />
          <p className="text-muted">
            Only code and balance are needed. A code is any 4 to 32 letters and digits; a balance of
            0 makes a card that can be sold later; a date is written 2027-12-31. Owners are not
            mailed.
          </p>
        </div>
      </details>
      <FormText
        form={form}
        name="name"
        label="Name"
        help="The cards become a batch of this name."
        autoComplete="off"
      />
      <CurrencyField form={form} name="currency" help="Of cards for which the file names none." />
      <CardTypeField form={form} name="cardType" types={["physical", "digital"]} />
      <RequestFailure error={failure} />
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated}
        busy={busy}
        className="justify-self-start"
      >
        {busy ? "Checking…" : "Check the file"}
      </Button>
    </form>
  );
}
