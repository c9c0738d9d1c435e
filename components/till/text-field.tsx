import { CircleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";

type Props = ComponentProps<"input"> & {
  label: string;
  help?: string | undefined;
  error?: string | null | undefined;
  /** The room for an error, so that it doesn't move what is below. */
  helpClassName?: string;
};

/** A labeled text field with its help, or its error instead. */
export function TillField({
  label,
  help,
  error,
  helpClassName = "min-h-6",
  className = "",
  ...props
}: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-lg font-medium">
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        className={`h-14 w-full rounded-md border border-control bg-surface px-4 text-xl text-ink focus-visible:outline-offset-0 aria-invalid:border-danger-line ${className}`}
        {...props}
      />
      <div id={`${id}-help`} role="alert" className={`text-lg text-muted ${helpClassName}`}>
        {error ? <FieldError text={error} /> : help}
      </div>
    </div>
  );
}

/** What is wrong with a field, with an icon. */
export const FieldError = ({ text }: { text: string }) => (
  <p className="flex items-start gap-2 text-danger">
    <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
    {text}
  </p>
);
