import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
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
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        aria-describedby={help ? `${id}-help` : undefined}
        className="relative mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-sm border border-control bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent max-md:after:absolute max-md:after:-inset-3.5"
      >
        <Radix.Indicator>
          <Check className="size-3.5 text-accent-ink" strokeWidth={3} aria-hidden />
        </Radix.Indicator>
      </Radix.Root>
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
