"use client";

import { type ComponentType, type KeyboardEvent, useState } from "react";
import { toast } from "@/components/toast";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const opening = ["ArrowDown", "ArrowUp"];

/**
 * Loads a control's open half when it is wanted. `approach` goes on the closed half: it loads at
 * the first hover or focus, and opens on click. From then on `Loaded` takes its place, and opens
 * as soon as it mounts.
 */
export function useLazy<Props>(load: Load<Props>) {
  const [loaded, setLoaded] = useState<{ Loaded: ComponentType<Props> } | null>(null);
  const open = () =>
    void load().then(
      (module) => setLoaded({ Loaded: module.default }),
      () => toast("Scrip can't be reached. Check the connection, then try again."),
    );
  const prepare = () => void load().catch(() => {});
  return {
    Loaded: loaded?.Loaded ?? null,
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
