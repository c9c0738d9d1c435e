"use client";

import { Check, Columns3 } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { useSyncExternalStore } from "react";
import { Button } from "./button";

const changed = "scrip:columns";

/** Which columns of the list `name` are left out, as this browser remembers it. */
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
      // A browser that keeps nothing shows every column.
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

type Props = {
  columns: { id: string; header: string }[];
  hidden: string[];
  onToggle: (id: string) => void;
};

/** Chooses the columns of a table; the menu stays open so that the change is seen. */
export const ColumnMenu = ({ columns, hidden, onToggle }: Props) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>
      <Button size="sm" className="max-md:hidden">
        <Columns3 aria-hidden /> Columns
      </Button>
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-48 animate-rise rounded-md bg-surface p-1 shadow-float"
      >
        {columns.map(({ id, header }) => (
          <Radix.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onCheckedChange={() => onToggle(id)}
            onSelect={(event) => event.preventDefault()}
            className="flex h-8 cursor-pointer items-center justify-between gap-4 rounded-sm px-2.5 text-base outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-accent-text"
          >
            {header}
            <Radix.ItemIndicator>
              <Check aria-hidden />
            </Radix.ItemIndicator>
          </Radix.CheckboxItem>
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
