import { RadioGroup as Radix } from "radix-ui";
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
    <Radix.Root
      value={props.value}
      onValueChange={(value) => props.onValueChange(value as Value)}
      aria-label={props.label}
      className={cx("grid gap-2 sm:grid-cols-2", props.className)}
    >
      {props.options.map(({ value, label, help }) => (
        <label
          key={value}
          htmlFor={`${id}-${value}`}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line bg-surface p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-tint"
        >
          <Radix.Item
            id={`${id}-${value}`}
            value={value}
            aria-describedby={help ? `${id}-${value}-help` : undefined}
            className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-control bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent"
          >
            <Radix.Indicator className="size-1.5 rounded-full bg-accent-ink" />
          </Radix.Item>
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
    </Radix.Root>
  );
}
