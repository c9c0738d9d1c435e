import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { savePreference, type Theme, themeCookie, themeOf } from "./preferences";

const themeChangedEvent = "scrip-theme-changed";

function subscribe(onChange: () => void) {
  window.addEventListener(themeChangedEvent, onChange);
  return () => window.removeEventListener(themeChangedEvent, onChange);
}

/** The themes; their words are in `shell.theme`. */
export const themeOptions = [
  { value: "system", icon: Monitor },
  { value: "light", icon: Sun },
  { value: "dark", icon: Moon },
] as const;

/** The current theme; `initial` is the one the server rendered. */
export const useTheme = (initial: Theme): Theme =>
  useSyncExternalStore(
    subscribe,
    () => themeOf(document.documentElement.dataset.theme),
    () => initial,
  );

export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  savePreference(themeCookie, theme);
  window.dispatchEvent(new Event(themeChangedEvent));
}
