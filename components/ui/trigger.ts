import { cx } from "./cx";
import { controlClasses } from "./input";

/** The look of a field that opens a list. */
export const triggerClasses = (className: string | undefined) =>
  cx(
    controlClasses,
    "flex items-center justify-between gap-2 text-left [&>span]:truncate",
    className,
  );
