"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { FormSelect } from "@/components/kit/form/form-fields";
import { schemaResolver, useSubmit } from "@/components/kit/form/forms";
import { SubmitForm } from "@/components/kit/form/submit-form";
import type { Translate } from "@/components/kit/locale/translate";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { CardActionPage } from "./card-action-page";
import { AmountField, CodeField } from "./fields";
import type { Quoted } from "./transfer-confirmation";
import type { OwnCard } from "./types";
import { useCards } from "./use-cards";
import { stateOf } from "./words";

// Later steps load when they are reached.
const TransferConfirmation = dynamic(
  async () => (await import("./transfer-confirmation")).TransferConfirmation,
);

const byCode = "code";

const schemaFor = (t: Translate<"wallet">, card: OwnCard) =>
  z
    .object({
      amountCents: amountSchema(card.currency, card.availableCents),
      target: z.string(),
      toCode: z.string().check(z.trim()),
    })
    .check(
      z.refine(({ target, toCode }) => target !== byCode || toCode !== "", {
        path: ["toCode"],
        message: t("transfer.missingCode"),
      }),
    );

/** Moves all or part of a card's balance to a card of another store. */
export const TransferForm = ({ uuid }: { uuid: string }) => (
  <CardActionPage uuid={uuid} title={useTranslations("wallet")("transfer.title")}>
    {(card) => <Steps card={card} />}
  </CardActionPage>
);

type Schema = ReturnType<typeof schemaFor>;
type TransferFormReturn = UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;

function Steps({ card }: { card: OwnCard }) {
  const t = useTranslations("wallet");
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const form: TransferFormReturn = useForm({
    resolver: schemaResolver(schemaFor(t, card), useTranslations("common")),
    defaultValues: { amountCents: "", target: byCode, toCode: "" },
  });
  return quoted ? (
    <TransferConfirmation {...quoted} card={card} onBack={() => setQuoted(null)} />
  ) : (
    <Fields card={card} form={form} onQuoted={setQuoted} />
  );
}

type FieldsProps = { card: OwnCard; form: TransferFormReturn; onQuoted: (quoted: Quoted) => void };

function Fields({ card, form, onQuoted }: FieldsProps) {
  const t = useTranslations("wallet");
  const cards = useCards();
  const others = (cards.data?.cards ?? []).filter((one) => acceptsTransfer(one, card));
  const target = form.watch("target");
  const quoting = usePost("/api/wallet/transfers/quote", { refresh: [["wallet"]] });
  const sending = useSubmit(form, async ({ amountCents, target, toCode }) => {
    const where = target === byCode ? { toCode } : { toCardUuid: target };
    const order = { fromCardUuid: card.uuid, amountCents, ...where };
    try {
      const quote = await quoting.mutateAsync(order);
      onQuoted({ order, quote });
    } catch (error) {
      const isWrongCode = error instanceof ApiError && error.code === "transfers_not_enabled";
      if (!isWrongCode || target !== byCode) throw error;
      form.setError("toCode", { message: t("transfer.notAllowed") });
    }
  });
  return (
    <SubmitForm {...sending} verb={t("transfer.review")} size="lg">
      <AmountField form={form} name="amountCents" card={card} />
      {others.length > 0 && (
        <FormSelect
          form={form}
          name="target"
          label={t("transfer.to")}
          options={[
            ...others.map((one) => ({ value: one.uuid, label: nameOf(one) })),
            { value: byCode, label: t("transfer.another") },
          ]}
        />
      )}
      {target === byCode && <CodeField form={form} name="toCode" label={t("transfer.code")} />}
    </SubmitForm>
  );
}

const acceptsTransfer = (one: OwnCard, from: OwnCard): boolean =>
  from.store.transfersTo.includes(one.store.slug) &&
  (stateOf(one) === null || stateOf(one) === "usedUp");

const nameOf = ({ store, currency, last4 }: OwnCard) => `${store.name}, ${currency} •••• ${last4}`;
