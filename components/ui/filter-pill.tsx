import { ChevronDown, X } from "lucide-react";
import { Popover as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cx } from "./cx";

type Props = {
  label: string;
  /** What it is set to, in words; null while it narrows nothing. */
  value: string | null;
  onClear: () => void;
  /** What it is set in; `close` is called when that is done. */
  children: (close: () => void) => ReactNode;
};

const half =
  "flex h-11 min-w-0 items-center border text-sm font-medium transition-colors md:h-8 [&_svg]:size-4 [&_svg]:shrink-0";

/** A filter that says what it is set to, is set in a panel below it, and cleared by its cross. */
export function FilterPill({ label, value, onClear, children }: Props) {
  const [open, setOpen] = useState(false);
  const tone = value
    ? "border-accent-text bg-accent-tint text-accent-text"
    : "border-line bg-surface text-muted hover:bg-hover hover:text-ink";
  return (
    <div className="flex max-w-full min-w-0">
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger
          className={cx(
            half,
            tone,
            "gap-1.5 rounded-md px-3",
            value && "rounded-r-none border-r-0",
          )}
        >
          <span className="truncate">
            {label}
            {value && <span className="font-normal">: {value}</span>}
          </span>
          {!value && <ChevronDown aria-hidden />}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            align="start"
            sideOffset={6}
            collisionPadding={16}
            aria-label={label}
            className="z-50 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-2rem)] animate-rise overflow-y-auto rounded-md bg-surface p-4 shadow-float outline-none"
          >
            {children(() => setOpen(false))}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {value && (
        <button
          type="button"
          aria-label={`Remove the filter ${label}`}
          onClick={onClear}
          className={cx(half, tone, "w-11 justify-center rounded-r-md md:w-8")}
        >
          <X aria-hidden />
        </button>
      )}
    </div>
  );
}
