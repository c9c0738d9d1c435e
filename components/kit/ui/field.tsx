import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";

/** Shared styles of inputs and selects. */
export const controlClasses =
  "h-11 w-full rounded-md border border-control bg-surface px-3 text-lg text-ink transition-colors duration-150 disabled:opacity-60 aria-invalid:border-danger-line md:h-9 md:text-base focus-visible:outline-offset-0";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cx(controlClasses, className)} {...props} />;
}

type Control = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type Props = {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  optional?: boolean;
  children: (control: Control) => ReactNode;
};

/**
 * A control with its label, and help or error text below. Both are linked to the control for screen
 * readers.
 */
export function Field({ label, help, error, optional, children }: Props) {
  const t = useTranslations("common");
  const id = useId();
  const noteId = `${id}-note`;
  const control: Control = {
    id,
    ...((error || help) && { "aria-describedby": noteId }),
    ...(error && { "aria-invalid": true }),
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex justify-between gap-2 text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-subtle">{t("fields.optional")}</span>}
      </label>
      {children(control)}
      {error ? <FieldError id={noteId} message={error} /> : <Help id={noteId}>{help}</Help>}
    </div>
  );
}

type GroupProps = {
  legend: ReactNode;
  error?: string;
  children: ReactNode;
};

export function FieldGroup({ legend, error, children }: GroupProps) {
  const noteId = useId();
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? noteId : undefined}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {children}
      {error && <FieldError id={noteId} message={error} />}
    </fieldset>
  );
}

const Help = ({ id, children }: { id: string; children: ReactNode }) =>
  children ? (
    <div id={id} className="text-sm text-muted">
      {children}
    </div>
  ) : null;

const FieldError = ({ id, message }: { id: string; message: string }) => (
  <p id={id} role="alert" className="flex items-start gap-1.5 text-sm text-danger">
    <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    {message}
  </p>
);

type TextFieldProps = ComponentProps<"input"> & {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
};

export const TextField = ({ label, help, error, optional, ...input }: TextFieldProps) => (
  <Field label={label} help={help} error={error} optional={optional}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);

type TextAreaProps = ComponentProps<"textarea"> &
  Pick<TextFieldProps, "label" | "help" | "error" | "optional">;

export const TextAreaField = ({ label, help, error, optional, ...input }: TextAreaProps) => (
  <Field label={label} help={help} error={error} optional={optional}>
    {(control) => (
      <textarea
        rows={4}
        className={cx(controlClasses, "h-auto min-h-24 py-2 md:h-auto")}
        {...control}
        {...input}
      />
    )}
  </Field>
);

/** An amount input that shows its currency. */
const MoneyInput = ({
  currency,
  className,
  ...props
}: ComponentProps<"input"> & { currency: string }) => (
  <div className="relative">
    <Input
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      className={cx("pr-14 tabular-nums", className)}
      {...props}
    />
    <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted">
      {currency}
    </span>
  </div>
);

/** A labeled amount input. */
export const MoneyField = (props: TextFieldProps & { currency: string }) => {
  const { label, help, error, optional, ...input } = props;
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <MoneyInput {...control} {...input} />}
    </Field>
  );
};

/** Styles of a field that opens a list. */
export const triggerClasses = (className: string | undefined) =>
  cx(
    controlClasses,
    "flex items-center justify-between gap-2 text-left [&>span]:truncate",
    className,
  );
