"use client";

import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { PaletteProps } from "./palette";

type Props = Omit<PaletteProps, "typedAhead">;

// No page is slower for it: it is loaded when it is first asked for.
const load = (): Promise<{ default: ComponentType<PaletteProps> }> =>
  import("./palette").catch(() => ({ default: Unavailable }));
const Palette = lazy(load);

/** Fetches the palette, at the first sign that it will be wanted. */
export const prepare = () => void load();

/** The palette. What is typed before it is there is not lost. */
export function PaletteEntry(props: Props) {
  const typedAhead = useRef("");
  return (
    <Suspense fallback={<TypeAhead onType={(letter) => (typedAhead.current += letter)} />}>
      <Palette {...props} typedAhead={typedAhead} />
    </Suspense>
  );
}

function TypeAhead({ onType }: { onType: (letter: string) => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      onType(event.key);
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [onType]);
  return null;
}

const Unavailable = ({ open, onOpenChange }: PaletteProps) =>
  open && (
    <Dialog onClose={() => onOpenChange(false)} title="The search couldn't be loaded">
      <p>Check the connection, then reload this page.</p>
    </Dialog>
  );
