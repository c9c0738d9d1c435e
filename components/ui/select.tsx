"use client";

import { ClosedTrigger } from "./closed-trigger";
import type { SelectProps } from "./opened/select";
import { useOpened } from "./use-opened";

const load = () => import("./opened/select");

/** One choice of a list. */
export function Select(field: SelectProps) {
  const { Opened, approach } = useOpened(load);
  if (Opened) return <Opened {...field} />;
  return <ClosedTrigger approach={approach} popup="listbox" {...field} />;
}
