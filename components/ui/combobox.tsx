"use client";

import { ClosedTrigger } from "./closed-trigger";
import type { ComboboxProps } from "./opened/combobox";
import { useOpened } from "./use-opened";

const load = () => import("./opened/combobox");

/** One choice of a list too long to scroll: typing narrows it. */
export function Combobox({ what, ...field }: ComboboxProps) {
  const { Opened, approach } = useOpened(load);
  if (Opened) return <Opened what={what} {...field} />;
  return <ClosedTrigger approach={approach} popup="dialog" {...field} />;
}
