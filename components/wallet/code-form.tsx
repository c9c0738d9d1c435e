import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { checkedBy, useSubmit } from "@/components/forms";
import { SubmitForm } from "@/components/submit-form";
import { CodeField } from "./code-field";

const Typed = z.object({ code: z.string().check(z.trim(), z.minLength(1, "Enter the code.")) });

type Props = {
  verb: ReactNode;
  act: (code: string) => Promise<void>;
  /** The error text for the code field, or undefined if the error isn't about the code. */
  problemOf: (error: unknown) => string | undefined;
};

/** Form with a single card code field. */
export function CodeForm({ verb, act, problemOf }: Props) {
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { code: "" } });
  const sending = useSubmit(form, async ({ code }) => {
    try {
      await act(code);
    } catch (error) {
      const message = problemOf(error);
      if (message === undefined) throw error;
      form.setError("code", { message }, { shouldFocus: true });
    }
  });
  return (
    <SubmitForm {...sending} verb={verb} size="lg">
      <CodeField form={form} name="code" />
    </SubmitForm>
  );
}
