import { cx } from "./cx";

type Props<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
};

/** A segmented control that switches views. */
export const Segments = <Value extends string>(props: Props<Value>) => (
  <fieldset className="relative flex w-fit min-w-0 max-w-full gap-0.5 print:hidden overflow-x-auto rounded-md border bg-sunken p-0.5">
    <legend className="sr-only">{props.label}</legend>
    {props.options.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        aria-pressed={value === props.value}
        onClick={() => props.onValueChange(value)}
        className={cx(
          "h-9 rounded-sm px-3 text-sm font-medium whitespace-nowrap transition-colors md:h-7",
          value === props.value
            ? "bg-surface text-accent-text shadow-[0_0_0_1px_var(--color-line)]"
            : "text-muted hover:text-ink",
        )}
      >
        {label}
      </button>
    ))}
  </fieldset>
);
