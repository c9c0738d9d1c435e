import { useTranslations } from "next-intl";
import type { ComponentProps, FormEventHandler, ReactNode } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import type { ApiError } from "@/components/kit/api/api";
import { type DialogAction, useDialogAction } from "@/components/kit/api/queries";
import { schemaResolver, useSubmit } from "@/components/kit/form/forms";
import { type AmountToConfirm, useLargeAmountCheck } from "@/components/kit/money/money-fields";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { RequestFailure } from "@/components/kit/ui/request-failure";

type Props<Typed extends FieldValues, Values extends FieldValues, Reply> = DialogAction<
  Values,
  Reply
> & {
  title: string;
  description?: ReactNode | ((typed: Typed) => ReactNode);
  /** The submit button's label. */
  verb: ReactNode | ((typed: Typed, busy: boolean) => ReactNode);
  danger?: true;
  size?: ComponentProps<typeof Button>["size"];
  schema: z.ZodMiniType<Values, Typed>;
  defaults: NoInfer<DefaultValues<Typed>>;
  /** Request field to form field, where the names differ. */
  renamed?: Record<string, Path<Typed>>;
  /** The amount to confirm by typing it twice if it is unusually large. */
  amount?: (typed: Typed) => AmountToConfirm;
  /** The form's fields. `check` is the input that confirms a large amount. */
  children: (form: UseFormReturn<Typed, unknown, Values>, check: ReactNode) => ReactNode;
};

const noAmount: AmountToConfirm = { currency: "USD", amountCents: null };

/** A dialog with a form: validated by `schema`, submitted with `send`, followed by `done`. */
export function ActionDialog<Typed extends FieldValues, Values extends FieldValues, Reply>(
  props: Props<Typed, Values, Reply>,
) {
  const { title, description, verb, size, onClose, schema, defaults, renamed, amount } = props;
  const form = useForm<Typed, unknown, Values>({
    resolver: schemaResolver(schema, useTranslations("common")),
    defaultValues: defaults as DefaultValues<Typed>,
  });
  const action = useDialogAction(props);
  const sending = useSubmit(form, (values) => action.mutateAsync(values), renamed);
  const typed = form.watch();
  const { sending: checked, check } = useLargeAmountCheck(sending, amount?.(typed) ?? noAmount);
  const busy = sending.busy || action.isSuccess;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={typeof description === "function" ? description(typed) : description}
    >
      <DialogForm
        {...checked}
        busy={busy}
        verb={typeof verb === "function" ? verb(typed, busy) : verb}
        danger={props.danger}
        size={size}
        onClose={onClose}
      >
        {props.children(form, check)}
      </DialogForm>
    </Dialog>
  );
}

type FormProps = {
  submit: FormEventHandler<HTMLFormElement>;
  failure: ApiError | null;
  busy: boolean;
  verb: ReactNode;
  danger?: boolean | undefined;
  size?: ComponentProps<typeof Button>["size"];
  onClose: () => void;
  children: ReactNode;
};

/** A dialog's form and buttons. `submit`, `failure` and `busy` come from useSubmit. */
const DialogForm = ({ submit, failure, children, ...actions }: FormProps) => {
  const t = useTranslations("common");
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {children}
      <RequestFailure error={failure} />
      <DialogActions>
        <Button size={actions.size} onClick={actions.onClose}>
          {t("actions.cancel")}
        </Button>
        <Button
          type="submit"
          size={actions.size}
          variant={actions.danger ? "danger" : "primary"}
          busy={actions.busy}
        >
          {actions.verb}
        </Button>
      </DialogActions>
    </form>
  );
};
