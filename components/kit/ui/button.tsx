import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cx } from "./cx";

// On phones, small buttons get the touch area of a large one.
const touchAreaClasses = "relative max-md:after:absolute max-md:after:-inset-1";

const buttonClasses = cva(
  "inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-150 select-none print:hidden disabled:opacity-60 disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "bg-accent text-accent-ink inset-ring inset-ring-accent-line enabled:hover:bg-accent-hover hover:bg-accent-hover",
        secondary: "border border-control/60 bg-surface text-ink hover:bg-hover",
        ghost: "text-muted hover:bg-hover hover:text-ink",
        danger: "bg-danger-solid text-accent-ink hover:bg-danger-solid-hover",
        "danger-quiet": "border border-control/60 bg-surface text-danger hover:bg-danger-tint",
      },
      size: {
        md: "h-11 px-4 text-base md:h-9 md:px-3.5",
        lg: "h-11 px-4 text-base",
        sm: `h-9 px-3 text-sm md:h-8 md:px-2.5 ${touchAreaClasses}`,
        icon: "size-11 md:size-9",
        "icon-sm": `size-9 md:size-8 ${touchAreaClasses}`,
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonClasses> & { asChild?: boolean; busy?: boolean };

/** A button, or a link styled as one with `asChild`. `busy` disables it while a request runs. */
export function Button({ variant, size, asChild, busy, className, children, ...props }: Props) {
  const classes = cx(buttonClasses({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      {...props}
      disabled={props.disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

/** A button that shows only an icon. Its label is also its tooltip. */
export const IconButton = ({ label, ...props }: Props & { label: string }) => (
  <Button variant="ghost" size="icon-sm" aria-label={label} data-tip {...props} />
);
