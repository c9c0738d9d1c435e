import { useId } from "react";
import { cx } from "./cx";

type Props<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  label: string;
  className?: string;
  options: { value: Value; label: string; help?: string }[];
};

export function RadioGroup<Value extends string>(props: Props<Value>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={cx("grid gap-2 sm:grid-cols-2", props.className)}
    >
      {props.options.map(({ value, label, help }) => (
        <label
          key={value}
          htmlFor={`${id}-${value}`}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line bg-surface p-3 has-checked:border-accent has-checked:bg-accent-tint"
        >
          <span className="relative mt-0.5 grid size-4.5 shrink-0 place-items-center">
            <input
              id={`${id}-${value}`}
              type="radio"
              name={id}
              value={value}
              checked={value === props.value}
              onChange={() => props.onValueChange(value)}
              aria-describedby={help ? `${id}-${value}-help` : undefined}
              className="peer absolute size-4.5 cursor-pointer appearance-none rounded-full border border-control bg-surface checked:border-accent checked:bg-accent forced-colors:appearance-auto"
            />
            <span className="pointer-events-none relative hidden size-1.5 rounded-full bg-accent-ink peer-checked:block" />
          </span>
          <span>
            <span className="text-base font-medium">{label}</span>
            {help && (
              <span id={`${id}-${value}-help`} className="block text-sm text-muted">
                {help}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
