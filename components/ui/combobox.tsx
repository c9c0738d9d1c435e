"use client";

import { ChevronDown } from "lucide-react";
import type { ComboboxProps } from "./opened/combobox";
import { triggerClasses } from "./trigger";
import { useOpened } from "./use-opened";

const load = () => import("./opened/combobox");

/** One choice of a list too long to scroll: typing narrows it. */
export function Combobox(props: ComboboxProps) {
  const { Opened, approach } = useOpened(load);
  if (Opened) return <Opened {...props} />;
  const { value, onValueChange: _, options, what: _what, className, ...trigger } = props;
  return (
    <button
      {...approach}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="dialog"
      className={triggerClasses(className)}
      {...trigger}
    >
      <span>{options.find((option) => option.value === value)?.label ?? value}</span>
      <ChevronDown className="size-4 text-muted" aria-hidden />
    </button>
  );
}
