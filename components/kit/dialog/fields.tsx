import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormRadio, FormSelect } from "@/components/kit/form/form-fields";
import { FormMoney } from "@/components/kit/form/form-money";
import { FormPassword } from "@/components/kit/form/form-password";
import {
  optionalNote,
  type optionalText,
  typedEmail,
  typedName,
  typedProof,
} from "@/components/kit/form/form-schemas";
import { FormText, FormTextArea } from "@/components/kit/form/form-text";
import { ProofField } from "@/components/kit/form/proof-field";
import type { Presets } from "@/components/kit/money/amount-presets";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { AmountFields } from "@/components/kit/money/money-fields";
import { AdvancedFields } from "./advanced-fields";

/** Where a field is drawn. */
export type FieldAt = { form: UseFormReturn<FieldValues, unknown, unknown>; name: string };
type Draw = (at: FieldAt, check: ReactNode) => ReactNode;

/** A field of a declared dialog: what it takes, what it starts with, and how it is drawn. */
export type Field<S extends z.core.SomeType = z.core.SomeType> = {
  schema: S;
  initial: unknown;
  draw: Draw;
};
/** What is drawn between fields. */
export type Drawn = { draw: Draw };

export type Fields = Record<string, Field | Drawn>;
export type SchemaOf<F extends Fields> = z.ZodMiniObject<{
  [Name in keyof F as F[Name] extends Field ? Name : never]: F[Name] extends {
    schema: infer S extends z.core.$ZodType;
  }
    ? S
    : never;
}>;
export type Typed<F extends Fields> = z.input<SchemaOf<F>>;
export type Values<F extends Fields> = z.output<SchemaOf<F>>;

export const field = <S extends z.core.SomeType>(
  schema: S,
  initial: z.input<S>,
  draw: Draw,
): Field<S> => ({ schema, initial, draw });

export const drawn = (draw: Draw): Drawn => ({ draw });

/** Where the input appears that confirms a large amount. */
export const amountCheck = drawn((_, check) => check);

/** The field, drawn only if `condition` holds. Its value is sent anyway. */
export const drawnIf = <F extends Drawn>(condition: boolean, of: F): F =>
  condition ? of : { ...of, draw: () => null };

type TextSchema = z.core.$ZodType<unknown, string> | z.core.$ZodType<unknown, string | undefined>;
type Props<S> = Omit<ComponentProps<typeof FormText>, "form" | "name" | "label"> & {
  schema: S;
  initial?: string;
};

export const text = <S extends TextSchema>(
  label: string,
  { schema, initial = "", ...props }: Props<S>,
) => field<S>(schema, initial as z.input<S>, (at) => <FormText {...at} label={label} {...props} />);

/** A name of what a person creates. */
export const name = (label: string, props: Partial<Props<typeof typedName>> = {}) =>
  text(label, { schema: typedName, autoComplete: "off", ...props });

export const email = (label: string, props: Partial<Props<typeof typedEmail>> = {}) =>
  text(label, { schema: typedEmail, type: "email", autoComplete: "off", ...props });

/** Text that may stay empty, such as a note: then it isn't sent. */
export const optional = (
  label: string,
  props: Partial<Props<ReturnType<typeof optionalText>>> = {},
) => text(label, { schema: optionalNote, optional: true, ...props });

type AreaProps = { longest: number; initial: string | null; help?: string };

/** Text of several lines, which may be empty. */
export const textArea = (label: string, { longest, initial, help }: AreaProps) =>
  field(z.string().check(z.trim(), z.maxLength(longest)), initial ?? "", (at) => (
    <FormTextArea {...at} label={label} optional maxLength={longest} help={help} />
  ));

/** A password, PIN or token. */
export const secret = <S extends TextSchema>(label: string, { schema, ...props }: Props<S>) =>
  field<S>(schema, "" as z.input<S>, (at) => (
    <FormPassword {...at} label={label} autoComplete="off" {...props} />
  ));

/** A cashier's PIN. `invalid` says which ones there are. */
export const pin = (label: string, { help, invalid }: { help: string; invalid: string }) =>
  secret(label, {
    schema: z.string().check(z.trim(), z.regex(/^\d{4,8}$/, invalid)),
    help,
    inputMode: "numeric",
  });

type MoneyProps = {
  schema?: ReturnType<typeof amountSchema>;
  initial?: string;
  help?: ReactNode | ((typed: string) => ReactNode);
  presets?: Presets;
};

/** An amount, sent in minor units of `currency`. */
export const money = (label: string, currency: string, props: MoneyProps = {}) => {
  const { schema = amountSchema(currency), initial = "", help, presets } = props;
  return field(schema, initial, ({ form, name }) => (
    <FormMoney
      form={form}
      name={name}
      label={label}
      currency={currency}
      help={typeof help === "function" ? help(form.watch(name)) : help}
      presets={presets}
    />
  ));
};

/** An amount and its currency, side by side: for `parse: withParsedAmount`. */
export const amountAndCurrency = (currency: string) => ({
  ...together(
    { amountCents: z.string(), currency: z.string() },
    { amountCents: "", currency },
    ({ form }) => <AmountFields form={form} />,
  ),
  amountCheck,
});

type Choices<Value extends string> = {
  values: readonly Value[];
  initial: NoInfer<Value>;
  /** The texts of a choice. */
  option: (value: Value) => { label: string; help?: string };
};

const optionsOf = <Value extends string>({ values, option }: Choices<Value>) =>
  values.map((value) => ({ value, ...option(value) }));

export const radio = <Value extends string>(legend: string, choices: Choices<Value>) =>
  field(z.enum(choices.values), choices.initial, (at) => (
    <FormRadio {...at} legend={legend} options={optionsOf(choices)} />
  ));

export const select = <Value extends string>(
  label: string,
  choices: Choices<Value> & { help?: string },
) =>
  field(z.enum(choices.values), choices.initial, (at) => (
    <FormSelect {...at} label={label} help={choices.help} options={optionsOf(choices)} />
  ));

/** The fields, drawn by `draw` in the place of the last one. */
function drawnBy<F extends Fields>(fields: F, draw: Draw): F {
  const last = Object.keys(fields).at(-1);
  const drawn = Object.entries(fields).map(([key, field]) => [
    key,
    { ...field, draw: key === last ? draw : () => null },
  ]);
  return Object.fromEntries(drawn);
}

/** Fields that are drawn by one component. */
export function together<Schemas extends Record<string, z.core.SomeType>>(
  schemas: Schemas,
  initial: Record<keyof Schemas, unknown>,
  draw: Draw,
) {
  const fields = Object.entries(schemas).map(([key, schema]) => [
    key,
    { schema, initial: initial[key], draw },
  ]);
  return drawnBy(
    Object.fromEntries(fields) as { [Key in keyof Schemas]: Field<Schemas[Key]> },
    draw,
  );
}

/** Fields that few people need, behind a button. They are in sight if `isSet`, or if one has an error. */
export const advanced = <F extends Fields>(fields: F, isSet = false): F =>
  drawnBy(fields, ({ form }, check) => (
    <AdvancedFields
      isSet={isSet}
      hasError={Object.keys(fields).some((key) => form.formState.errors[key])}
    >
      {Object.entries(fields).map(([key, { draw }]) => (
        <Fragment key={key}>{draw({ form, name: key }, check)}</Fragment>
      ))}
    </AdvancedFields>
  ));

/** Text to type before an action that can't be undone. */
export const typed = (proof: string) =>
  field(typedProof(proof), "", ({ form, name }) => (
    <ProofField
      proof={proof}
      error={form.formState.errors[name]?.message as string | undefined}
      {...form.register(name)}
    />
  ));
