import type { ReactNode } from "react";
import { cx } from "./cx";

type Props = { text: string; className?: string; children: ReactNode };

/**
 * A tooltip for an icon button on hover or focus. Hidden from screen readers, because the button
 * has its own label.
 */
export const Tooltip = ({ text, className, children }: Props) => (
  <span className="group/tip relative block">
    {children}
    <span
      aria-hidden
      className={cx(
        "pointer-events-none invisible absolute top-1/2 left-full z-50 ml-2 -translate-y-1/2 rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-canvas opacity-0 transition-opacity delay-300 group-hover/tip:visible group-hover/tip:opacity-100 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100",
        className,
      )}
    >
      {text}
    </span>
  </span>
);
