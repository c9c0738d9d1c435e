import type { ComponentProps } from "react";

const looks = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border border-control/60 bg-surface text-ink hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-ink",
  danger: "bg-danger-solid text-accent-ink hover:bg-danger-solid-hover",
};

type Props = ComponentProps<"button"> & {
  look?: keyof typeof looks;
  /** More classes. They don't override the button's own. */
  className?: string;
};

/** A button for fingers. The portal's brings more JavaScript than the whole till. */
export const TillButton = ({ look = "secondary", className = "", ...props }: Props) => (
  <button
    type="button"
    className={`inline-flex min-h-14 items-center justify-center gap-2.5 rounded-md px-5 py-2 text-lg font-medium transition-colors duration-150 select-none disabled:cursor-not-allowed disabled:opacity-60 print:hidden [&_svg]:size-5 [&_svg]:shrink-0 ${looks[look]} ${className}`}
    {...props}
  />
);

/** Focuses an element when it appears. As a `ref`, because the screens replace each other without a page load. */
export const focusFirst = (element: HTMLElement | null) => element?.focus();
