"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { typedEmail } from "@/components/kit/form/form-schemas";
import { FormField, FormText } from "@/components/kit/form/form-text";
import { schemaResolver, useSubmit } from "@/components/kit/form/forms";
import { SubmitForm } from "@/components/kit/form/submit-form";
import { browserTimeZone } from "@/components/kit/locale/browser-time-zone";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { parseMoney } from "@/components/kit/money/money";
import { controlClasses, Field } from "@/components/kit/ui/field";
import { GIFT_DESIGNS } from "@/lib/base/gift-designs";
import { CardActionPage } from "./card-action-page";
import { DesignField } from "./design-field";
import { AmountField } from "./fields";
import { GiftDrawing } from "./gift-drawing";
import type { GiftOrder } from "./send-gift-confirmation";
import type { OwnCard } from "./types";

// Later steps load when they are reached.
const loadSteps = () => import("./send-gift-confirmation");
const GiftConfirmation = dynamic(async () => (await loadSteps()).GiftConfirmation);
const GiftSent = dynamic(async () => (await loadSteps()).GiftSent);

const longestMessage = 500;
const longestName = 60;

const schemaFor = (card: OwnCard) =>
  z.object({
    amountCents: amountSchema(card.currency, card.availableCents),
    recipientEmail: typedEmail,
    senderName: z.string().check(z.trim(), z.maxLength(longestName)),
    recipientName: z.string().check(z.trim(), z.maxLength(longestName)),
    design: z.nullable(z.enum(GIFT_DESIGNS)),
    message: z.string().check(z.maxLength(longestMessage)),
    deliverOn: z.string(),
  });

/** Sends all or part of a card's balance to an email address. */
export const GiftForm = ({ uuid }: { uuid: string }) => (
  <CardActionPage uuid={uuid} title={useTranslations("wallet")("gift.title")}>
    {(card) => <Steps card={card} />}
  </CardActionPage>
);

type GiftFormReturn = UseFormReturn<z.input<ReturnType<typeof schemaFor>>, unknown, GiftOrder>;

function Steps({ card }: { card: OwnCard }) {
  const send = usePost("/api/wallet/gifts", { refresh: [["wallet"]] });
  const [order, setOrder] = useState<GiftOrder | null>(null);
  const form: GiftFormReturn = useForm({
    resolver: schemaResolver(schemaFor(card), useTranslations("common")),
    defaultValues: {
      amountCents: "",
      recipientEmail: "",
      recipientName: "",
      senderName: "",
      design: null,
      message: "",
      deliverOn: "",
    },
  });
  const { submit, failure, busy } = useSubmit(form, async (order) => {
    const { amountCents, recipientEmail, recipientName, senderName, design, message } = order;
    const { deliverOn } = order;
    try {
      await send.mutateAsync({
        amountCents,
        recipientEmail,
        cardUuid: card.uuid,
        ...(recipientName && { recipientName }),
        ...(senderName && { senderName }),
        ...(design && { design }),
        ...(message && { message }),
        ...(deliverOn && {
          deliverOn,
          timeZone: browserTimeZone(card.store.timeZone),
        }),
      });
    } catch (error) {
      // Errors about a field are shown at that field, so go back to the form.
      if (error instanceof ApiError && error.fields.length > 0) setOrder(null);
      throw error;
    }
  });
  if (send.data) return <GiftSent gift={send.data} />;
  if (!order) return <Fields card={card} form={form} failure={failure} onReview={setOrder} />;
  return (
    <GiftConfirmation
      card={card}
      order={order}
      busy={busy}
      error={failure}
      onConfirm={() => void submit()}
      onBack={() => setOrder(null)}
    />
  );
}

type FieldsProps = {
  card: OwnCard;
  form: GiftFormReturn;
  /** An error that belongs to no field. */
  failure: ApiError | null;
  onReview: (order: GiftOrder) => void;
};

function Fields({ card, form, failure, onReview }: FieldsProps) {
  const t = useTranslations("wallet");
  const { errors } = form.formState;
  const typed = parseMoney(form.watch("amountCents"), card.currency);
  const review = useSubmit(form, async (order) => onReview(order));
  return (
    <SubmitForm {...review} failure={review.failure ?? failure} verb={t("gift.submit")} size="lg">
      <div className="grid justify-items-center">
        <GiftDrawing
          design={form.watch("design")}
          store={card.store}
          amountCents={"amountCents" in typed ? typed.amountCents : 0}
          currency={card.currency}
          word={t("card.giftCard")}
        />
      </div>
      <FormField form={form} name="design">
        {({ value, onChange }) => (
          <DesignField value={value} onChange={onChange} brandColor={card.store.brandColor} />
        )}
      </FormField>
      <AmountField form={form} name="amountCents" card={card} />
      <FormText
        form={form}
        name="recipientName"
        label={t("gift.recipientName")}
        optional
        maxLength={longestName}
        autoComplete="off"
      />
      <FormText
        form={form}
        name="recipientEmail"
        label={t("gift.email")}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <FormText
        form={form}
        name="senderName"
        label={t("gift.senderName")}
        optional
        help={t("gift.senderNameHelp")}
        maxLength={longestName}
        autoComplete="name"
      />
      <Field label={t("gift.message")} optional error={errors.message?.message}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            className={`${controlClasses} h-auto py-2 md:h-auto`}
            {...form.register("message")}
          />
        )}
      </Field>
      <FormText
        form={form}
        name="deliverOn"
        label={t("gift.deliverOn")}
        optional
        help={t("gift.deliverOnHelp")}
        type="date"
      />
    </SubmitForm>
  );
}
