"use client";

import { useSyncExternalStore } from "react";
import { remember, type Theme, themeCookie, themeOf } from "./preferences";

const changed = "scrip-theme-changed";

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange);
  return () => window.removeEventListener(changed, onChange);
}

/** The theme chosen; `initial` is what the server drew the page with. */
export const useTheme = (initial: Theme): Theme =>
  useSyncExternalStore(
    subscribe,
    () => themeOf(document.documentElement.dataset.theme),
    () => initial,
  );

/** Draws the page in a theme from now on. */
export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  remember(themeCookie, theme);
  window.dispatchEvent(new Event(changed));
}
