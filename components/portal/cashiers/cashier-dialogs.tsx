import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { patch, post, type ReplyOf, url } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { FormPassword } from "@/components/kit/form/form-password";
import { typedTillName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { strong } from "@/components/kit/ui/strong";
import {
  AmountLimitFields,
  amountLimitsSchema,
  noAmountLimits,
  typedAmountLimits,
} from "@/components/portal/keys/limit-fields";

export type Cashier = ReplyOf<"/api/portal/cashiers">["cashiers"][number];

type Closing = { onClose: () => void };
type Props = Closing & { cashier: Cashier };

const queryKeysToRefresh = [["cashiers"]];

const pinSchema = (t: Translate<"cashiers">) =>
  z.string().check(z.trim(), z.regex(/^\d{4,8}$/, t("pin.invalid")));

type PinProps<T extends FieldValues & { pin: string }, Values> = {
  form: UseFormReturn<T, unknown, Values>;
  label: string;
};

function PinField<T extends FieldValues & { pin: string }, Values>(props: PinProps<T, Values>) {
  const t = useTranslations("cashiers");
  return (
    <FormPassword
      form={props.form}
      name={"pin" as Path<T>}
      label={props.label}
      help={t("pin.help")}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

/** Adds a cashier with a PIN and limits. */
export function AddCashierDialog({ onClose }: Closing) {
  const t = useTranslations("cashiers");
  const { currency } = useSession().merchant;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("add.title")}
      description={t("add.text")}
      verb={t("add.submit")}
      schema={z.object({
        name: typedTillName,
        pin: pinSchema(t),
        ...amountLimitsSchema(currency),
      })}
      defaults={{ name: "", pin: "", ...noAmountLimits }}
      send={(cashier, key) => post("/api/portal/cashiers", cashier, key)}
      refresh={queryKeysToRefresh}
      toast={({ cashier: { name } }) => t("add.done", { name })}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="name"
            label={t("name")}
            help={t("add.nameHelp")}
            autoComplete="off"
          />
          <PinField form={form} label={t("pin.label")} />
          <AmountLimitFields form={form} currency={currency} />
        </>
      )}
    </ActionDialog>
  );
}

/** Renames a cashier, or changes their limits. */
export function EditCashierDialog({ cashier, onClose }: Props) {
  const t = useTranslations("cashiers");
  const { currency } = useSession().merchant;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("edit.title", { name: cashier.name })}
      description={t("edit.text")}
      verb={t("edit.submit")}
      schema={z.object({ name: typedTillName, ...amountLimitsSchema(currency) })}
      defaults={{ name: cashier.name, ...typedAmountLimits(cashier, currency) }}
      send={(typed) => patch(url("/api/portal/cashiers/{id}", { id: cashier.id }), typed)}
      refresh={queryKeysToRefresh}
      done={onClose}
    >
      {(form) => (
        <>
          <FormText form={form} name="name" label={t("name")} autoComplete="off" />
          <AmountLimitFields form={form} currency={currency} />
        </>
      )}
    </ActionDialog>
  );
}

/** Sets another PIN, for example if the cashier forgot it. */
export function ChangePinDialog({ cashier, onClose }: Props) {
  const t = useTranslations("cashiers");
  const { name } = cashier;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("changePin.title", { name })}
      description={t("changePin.text", { name })}
      verb={t("changePin.submit")}
      schema={z.object({ pin: pinSchema(t) })}
      defaults={{ pin: "" }}
      send={(typed) => patch(url("/api/portal/cashiers/{id}", { id: cashier.id }), typed)}
      refresh={queryKeysToRefresh}
      toast={() => t("changePin.done", { name })}
    >
      {(form) => <PinField form={form} label={t("pin.newLabel")} />}
    </ActionDialog>
  );
}

/** Deactivates a cashier, which can't be undone. */
export function DeactivateCashierDialog({ cashier, onClose }: Props) {
  const t = useTranslations("cashiers");
  const { name } = cashier;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("deactivate.title", { name })}
      consequence={t.rich("deactivate.text", {
        name,
        b: strong,
      })}
      verb={t("deactivate.submit")}
      send={(_, key) =>
        post(url("/api/portal/cashiers/{id}/deactivate", { id: cashier.id }), {}, key)
      }
      refresh={queryKeysToRefresh}
      toast={() => t("deactivate.done", { name })}
    />
  );
}
