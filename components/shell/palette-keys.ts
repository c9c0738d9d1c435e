"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const apple = ["⌘", "K"];
const others = ["Ctrl", "K"];

/** The keys that open the palette, as this machine's keyboard names them. */
export const usePaletteKeys = (): readonly string[] =>
  useSyncExternalStore(
    never,
    () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? apple : others),
    () => others,
  );
