import type { ComponentProps } from "react";
import { cx } from "./cx";
import { Input } from "./input";

/** A field for an amount; the currency stands in it so that nobody has to guess. */
export const MoneyInput = ({
  currency,
  className,
  ...props
}: ComponentProps<"input"> & { currency: string }) => (
  <div className="relative">
    <Input
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      className={cx("pr-14 tabular-nums", className)}
      {...props}
    />
    <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted">
      {currency}
    </span>
  </div>
);
