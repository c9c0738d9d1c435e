import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field";
import { Input } from "./input";

type Props = ComponentProps<"input"> & {
  label: ReactNode;
  help?: ReactNode;
  error: string | undefined;
  optional?: boolean;
};

/** A labelled line of text, with its help or its error below. */
export const TextField = ({ label, help, error, optional, ...input }: Props) => (
  <Field label={label} help={help} error={error} optional={optional}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
