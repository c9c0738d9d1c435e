"use client";

import { useSyncExternalStore } from "react";
import { remember, type Theme, themeCookie, themeOf } from "./preferences";

const changed = "scrip-theme-changed";

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange);
  return () => window.removeEventListener(changed, onChange);
}

/** The current theme; `initial` is the one the server rendered. */
export const useTheme = (initial: Theme): Theme =>
  useSyncExternalStore(
    subscribe,
    () => themeOf(document.documentElement.dataset.theme),
    () => initial,
  );

/** Applies a theme and saves it. */
export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  remember(themeCookie, theme);
  window.dispatchEvent(new Event(changed));
}
