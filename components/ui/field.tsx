import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

type Control = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type Props = {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  optional?: boolean;
  children: (control: Control) => ReactNode;
};

/** Label above, help below, the error in place of the help; both tied to the control. */
export function Field({ label, help, error, optional, children }: Props) {
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
        {optional && <span className="font-normal text-subtle">Optional</span>}
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

/** A set of choices under one question. */
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
