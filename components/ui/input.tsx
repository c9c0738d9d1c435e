import type { ComponentProps } from "react";
import { cx } from "./cx";

/** The look shared by everything a person types into or picks from. */
export const controlClasses =
  "h-11 w-full rounded-md border border-control bg-surface px-3 text-lg text-ink transition-colors duration-150 disabled:opacity-60 aria-invalid:border-danger-line md:h-9 md:text-base focus-visible:outline-offset-0";

/** A single line of text. */
export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cx(controlClasses, className)} {...props} />;
}
