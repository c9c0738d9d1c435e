"use client";

import { Columns3 } from "lucide-react";
import { Slot } from "radix-ui";
import { useSyncExternalStore } from "react";
import { Button } from "./button";
import type { ColumnMenuProps } from "./lazy/column-menu";
import { useLazy } from "./use-lazy";

const changed = "scrip:columns";

/** Hidden columns of the list `name`, stored in this browser. */
export function useHiddenColumns(name: string) {
  const key = `scrip.columns.${name}`;
  const kept = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? "",
    () => "",
  );
  const hidden = kept.split(",").filter(Boolean);
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id];
    try {
      localStorage.setItem(key, next.join(","));
    } catch {
      // Storage is unavailable; all columns stay visible.
    }
    window.dispatchEvent(new Event(changed));
  };
  return { hidden, toggle };
}

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(changed, onChange);
    window.removeEventListener("storage", onChange);
  };
}

const load = () => import("./lazy/column-menu");

/** Menu to show or hide table columns. It stays open so that the change is visible. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { Loaded, approach } = useLazy(load);
  const trigger = (
    <Button size="sm" className="max-md:hidden">
      <Columns3 aria-hidden /> Columns
    </Button>
  );
  if (Loaded) return <Loaded {...props} trigger={trigger} />;
  return (
    <Slot.Root aria-haspopup="menu" {...approach}>
      {trigger}
    </Slot.Root>
  );
}
