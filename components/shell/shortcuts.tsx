"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { leaveBy } from "@/components/leaving";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { areas, settings } from "./navigation";

const chordMs = 1_200;
const destinations = [...areas, settings];

/** `g c`, `g t`, `g w` and `g s` go to pages, `/` focuses search, `?` lists the shortcuts. */
export function useShortcuts(showList: () => void) {
  const router = useRouter();
  useEffect(() => {
    let chordUntilMs = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event.target)) return;
      const inChord = Date.now() < chordUntilMs;
      chordUntilMs = event.key === "g" ? Date.now() + chordMs : 0;
      if (inChord) {
        const destination = destinations.find(({ keys }) => keys[1] === event.key);
        if (destination) leaveBy(() => router.push(destination.href));
      } else if (event.key === "/") {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>("[data-search]");
        if (search) search.focus();
        else leaveBy(() => router.push("/cards#search"));
      } else if (event.key === "?") {
        showList();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, showList]);
}

/** Whether the key belongs to a field, a menu or a dialog. */
const isBusyElsewhere = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input, textarea, select, [role=dialog], [role=menu], [role=listbox]") !== null);

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** The list of what the keyboard can do. */
export const ShortcutsDialog = ({ open, onOpenChange }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
    <dl className="divide-y border-y">
      {destinations.map(({ href, label, keys }) => (
        <Line key={href} words={`Go to ${label.toLowerCase()}`} keys={keys} />
      ))}
      <Line words="Search cards" keys={["/"]} />
      <Line words="This list" keys={["?"]} />
    </dl>
  </Dialog>
);

const Line = ({ words, keys }: { words: string; keys: readonly string[] }) => (
  <div className="flex h-10 items-center justify-between">
    <dt>{words}</dt>
    <dd className="flex gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dd>
  </div>
);
