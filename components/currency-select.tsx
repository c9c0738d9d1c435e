"use client";

import type { ComponentProps } from "react";
import { isCurrency } from "@/lib/money";
import { Select } from "./ui/select";

const common = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY", "CHF", "SEK"];

/** The usual currencies first, then every other one by its code. */
function options() {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  const others = Intl.supportedValuesOf("currency").filter(
    (code) => isCurrency(code) && !common.includes(code),
  );
  return [...common, ...others].map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
}

type Props = Omit<ComponentProps<typeof Select>, "options"> & {
  /** Offers, as the value `any`, not to choose one. */
  any?: string;
};

/** A currency by its ISO 4217 code. */
export const CurrencySelect = ({ any, ...props }: Props) => (
  <Select {...props} options={[...(any ? [{ value: "any", label: any }] : []), ...options()]} />
);
