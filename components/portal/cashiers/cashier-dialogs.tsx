import type { ReplyOf } from "@/components/kit/api/api";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { dialogSet } from "@/components/kit/dialog/dialog-set";
import { name, pin } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { typedTillName } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import { amountLimits } from "@/components/portal/keys/limit-fields";

export type Cashier = ReplyOf<"/api/portal/cashiers">["cashiers"][number];

const cashiers = { texts: "cashiers", refresh: () => [["cashiers"]] } as const;
const ofCashier = { ...cashiers, subject: ({ cashier }: { cashier: Cashier }) => cashier };
const nameOf = ({ cashier: { name } }: { cashier: Cashier }) => ({ name });

const pinField = (t: Translate<"cashiers">, label: "pin.label" | "pin.newLabel") =>
  pin(t(label), { help: t("pin.help"), invalid: t("pin.invalid") });

/** Adds a cashier with a PIN and limits. */
export const AddCashierDialog = formDialog(cashiers, "add", {
  operation: ["POST", "/api/portal/cashiers"],
  fields: ({ t, merchant }) => ({
    name: name(t("name"), { schema: typedTillName, help: t("add.nameHelp") }),
    pin: pinField(t, "pin.label"),
    ...amountLimits(merchant.currency),
  }),
  toast: ({ cashier }, _, { t }) => t("add.toast", { name: cashier.name }),
});

export const CashierDialog = dialogSet({
  /** Renames a cashier, or changes their limits. */
  edit: formDialog(ofCashier, "edit", {
    operation: ["PATCH", "/api/portal/cashiers/{id}"],
    values: nameOf,
    fields: ({ t, cashier, merchant }) => ({
      name: name(t("name"), { schema: typedTillName, initial: cashier.name }),
      ...amountLimits(merchant.currency, cashier),
    }),
  }),
  /** Sets another PIN, for example if the cashier forgot it. */
  changePin: formDialog(ofCashier, "changePin", {
    operation: ["PATCH", "/api/portal/cashiers/{id}"],
    values: nameOf,
    fields: ({ t }) => ({ pin: pinField(t, "pin.newLabel") }),
  }),
  /** Deactivates a cashier, which can't be undone. */
  deactivate: confirmation(ofCashier, "deactivate", {
    operation: ["POST", "/api/portal/cashiers/{id}/deactivate"],
    values: nameOf,
  }),
});
