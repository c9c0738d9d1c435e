"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const apple = ["⌘", "K"];
const others = ["Ctrl", "K"];

/** The keyboard shortcut for the palette, as labeled on this machine's keyboard. */
export const usePaletteKeys = (): readonly string[] =>
  useSyncExternalStore(
    never,
    () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? apple : others),
    () => others,
  );
