import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";

type Props = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  help?: string;
};

export function Checkbox({ checked, onCheckedChange, label, help }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <span className="relative mt-0.5 grid size-4.5 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-describedby={help ? `${id}-help` : undefined}
          className="peer absolute size-4.5 cursor-pointer appearance-none rounded-sm border border-control bg-surface checked:border-accent checked:bg-accent forced-colors:appearance-auto max-md:after:absolute max-md:after:-inset-3.5"
        />
        <Check
          className="pointer-events-none relative hidden size-3.5 text-accent-ink peer-checked:block"
          strokeWidth={3}
          aria-hidden
        />
      </span>
      <div>
        <label htmlFor={id} className="text-base">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
