import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { type BodyOf, patch } from "@/components/kit/api/api";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import type { Account } from "@/components/kit/api/types";
import { ownNameSchema } from "@/components/kit/credentials/fields";
import { FormCheckbox } from "@/components/kit/form/form-fields";
import { FormMoney } from "@/components/kit/form/form-money";
import { FormText } from "@/components/kit/form/form-text";
import { schemaResolver, useSubmit } from "@/components/kit/form/forms";
import { UnsavedChanges } from "@/components/kit/form/unsaved-changes";
import { amountProblem } from "@/components/kit/money/amount-schemas";
import { parseMoney } from "@/components/kit/money/money";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { useHydrated } from "@/components/kit/ui/use-hydrated";
import { decimalText } from "@/lib/base/money";

type Props = { account: Account };

export function NameForm({ account }: Props) {
  const [t, tAuth] = [useTranslations("account"), useTranslations("auth")];
  const form = useForm({
    resolver: schemaResolver(z.object({ name: ownNameSchema(tAuth) }), useTranslations("common")),
    defaultValues: { name: account.name },
  });
  return (
    <SavedForm form={form} bodyOf={({ name }) => ({ name })}>
      <FormText form={form} name="name" label={t("profile.label")} autoComplete="name" />
    </SavedForm>
  );
}

/** The emails about the store that the person wants, with the smallest amount of a large redemption. */
const notificationsSchema = (currency: string) =>
  z.pipe(
    z.object({
      webhookDisabled: z.boolean(),
      monthlyReport: z.boolean(),
      redemptions: z.boolean(),
      amount: z.string(),
    }),
    z.transform((typed, context) => {
      const { redemptions, amount, ...others } = typed;
      if (!redemptions) return { ...others, redemptionsFromCents: null };
      const parsed = parseMoney(amount, currency);
      if ("amountCents" in parsed) return { ...others, redemptionsFromCents: parsed.amountCents };
      const why = amountProblem(parsed.problem, currency);
      context.issues.push({ code: "custom", path: ["amount"], ...why, input: amount });
      return z.NEVER;
    }),
  );

export function NotificationsForm({ account: { notifications } }: Props) {
  const t = useTranslations("account");
  const { currency } = useSession().merchant;
  const mayWrite = useMayWrite();
  const { redemptionsFromCents, ...flags } = notifications;
  const form = useForm({
    resolver: schemaResolver(notificationsSchema(currency), useTranslations("common")),
    defaultValues: {
      ...flags,
      redemptions: redemptionsFromCents !== null,
      amount: redemptionsFromCents === null ? "" : decimalText(redemptionsFromCents, currency),
    },
  });
  return (
    <SavedForm form={form} bodyOf={(chosen) => ({ notifications: chosen })}>
      {mayWrite && (
        <FormCheckbox
          form={form}
          name="webhookDisabled"
          label={t("notifications.webhookDisabled.label")}
          help={t("notifications.webhookDisabled.help")}
        />
      )}
      <FormCheckbox
        form={form}
        name="redemptions"
        label={t("notifications.redemptions.label")}
        help={t("notifications.redemptions.help")}
      />
      {form.watch("redemptions") && (
        <div className="pl-7 md:w-64">
          <FormMoney
            form={form}
            name="amount"
            label={t("notifications.amount")}
            help={t("notifications.amountHelp", { currency })}
            currency={currency}
          />
        </div>
      )}
      <FormCheckbox
        form={form}
        name="monthlyReport"
        label={t("notifications.monthlyReport.label")}
        help={t("notifications.monthlyReport.help")}
      />
    </SavedForm>
  );
}

type SavedFormProps<Typed extends FieldValues, Values extends FieldValues> = {
  form: UseFormReturn<Typed, unknown, Values>;
  bodyOf: (values: Values) => BodyOf<"/api/portal/account", "PATCH">;
  children: ReactNode;
};

/** A section's form, saved by itself. */
function SavedForm<Typed extends FieldValues, Values extends FieldValues>(
  props: SavedFormProps<Typed, Values>,
) {
  const { form, bodyOf, children } = props;
  const t = useTranslations("account");
  const hydrated = useHydrated();
  const router = useRouter();
  const queries = useQueryClient();
  const { isDirty } = form.formState;
  const { submit, failure, busy } = useSubmit(form, async (values) => {
    const saved = await patch("/api/portal/account", bodyOf(values));
    queries.setQueryData(["account"], saved);
    form.reset(form.getValues());
    // The layout gets the name from the server.
    router.refresh();
    toast(t("saved"));
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-xl gap-4">
      <UnsavedChanges dirty={isDirty} />
      {children}
      <RequestFailure error={failure} />
      <Button
        type="submit"
        className="justify-self-start"
        disabled={!hydrated || !isDirty}
        busy={busy}
      >
        {t("save")}
      </Button>
    </form>
  );
}
