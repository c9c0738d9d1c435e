"use client";

import type { ComponentProps } from "react";
import { isCurrency } from "@/lib/money";
import { Select } from "./ui/select";

const common = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY", "CHF", "SEK"];

/** Common currencies first, then all others by code. */
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
  /** The label of an extra option with the value `any`. */
  any?: string;
};

/** Selects a currency by its ISO 4217 code. */
export const CurrencySelect = ({ any, ...props }: Props) => (
  <Select {...props} options={[...(any ? [{ value: "any", label: any }] : []), ...options()]} />
);
