"use client";

import { type ComponentType, type KeyboardEvent, useState } from "react";
import { toast } from "@/components/toast";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const opening = ["ArrowDown", "ArrowUp"];

/**
 * A control of which only the closed half is loaded with its page. `approach` goes on that half: it
 * loads the whole at the first sign that it will be wanted, and opens it when it is. From then on
 * `Opened` stands in its place, which opens as soon as it is there.
 */
export function useOpened<Props>(load: Load<Props>) {
  const [opened, setOpened] = useState<{ Opened: ComponentType<Props> } | null>(null);
  const open = () =>
    void load().then(
      (loaded) => setOpened({ Opened: loaded.default }),
      () => toast("Scrip can't be reached. Check the connection, then try again."),
    );
  const prepare = () => void load().catch(() => {});
  return {
    Opened: opened?.Opened ?? null,
    approach: {
      "aria-expanded": false,
      "data-state": "closed",
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: open,
      onKeyDown: (event: KeyboardEvent) => {
        if (!opening.includes(event.key)) return;
        event.preventDefault();
        open();
      },
    } as const,
  };
}
