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
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { useHydrated } from "@/components/kit/ui/use-hydrated";
import { schemaResolver, useSubmit } from "./forms";

type SubmitFormProps = {
  submit: FormEventHandler<HTMLFormElement>;
  failure: ApiError | null;
  busy: boolean;
  /** False while something sent with the form is still loading. */
  ready?: boolean;
  /** Button label. */
  verb: ReactNode;
  size?: ComponentProps<typeof Button>["size"];
  children: ReactNode;
};

/** A page's form with its error, fields and submit button. Use with useSubmit. */
export function SubmitForm(props: SubmitFormProps) {
  const { submit, failure, busy, ready = true, verb, size, children } = props;
  const hydrated = useHydrated();
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <RequestFailure error={failure} />
      {children}
      <Button
        type="submit"
        variant="primary"
        size={size}
        disabled={!hydrated || !ready}
        busy={busy}
        className="w-full"
      >
        {verb}
      </Button>
    </form>
  );
}

export type SchemaFormProps<Typed extends FieldValues, Values extends FieldValues> = Omit<
  SubmitFormProps,
  "submit" | "failure" | "busy" | "children"
> & {
  schema: z.ZodMiniType<Values, Typed>;
  defaults: NoInfer<DefaultValues<Typed>>;
  send: (values: Values) => Promise<unknown>;
  /** The error text for a field, or undefined if the error isn't about it. */
  problemOf?: (error: unknown) => { field: Path<Typed>; message: string } | undefined;
  /** The form's fields. */
  children: (form: UseFormReturn<Typed, unknown, Values>) => ReactNode;
};

/** A page's form: validated by `schema`, submitted with `send`. */
export function SchemaForm<Typed extends FieldValues, Values extends FieldValues>(
  props: SchemaFormProps<Typed, Values>,
) {
  const { schema, defaults, send, problemOf, children, ...shown } = props;
  const form = useForm<Typed, unknown, Values>({
    resolver: schemaResolver(schema, useTranslations("common")),
    defaultValues: defaults as DefaultValues<Typed>,
  });
  const sending = useSubmit(form, async (values) => {
    try {
      await send(values);
    } catch (error) {
      const problem = problemOf?.(error);
      if (!problem) throw error;
      form.setError(problem.field, { message: problem.message }, { shouldFocus: true });
    }
  });
  return (
    <SubmitForm {...shown} {...sending}>
      {children(form)}
    </SubmitForm>
  );
}
