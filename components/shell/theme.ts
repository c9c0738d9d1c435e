import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { savePreference, type Theme, themeCookie, themeOf } from "./preferences";

const themeChangedEvent = "scrip-theme-changed";

function subscribe(onChange: () => void) {
  window.addEventListener(themeChangedEvent, onChange);
  return () => window.removeEventListener(themeChangedEvent, onChange);
}

/** The themes, with their words in the menu and in the palette. */
export const themeOptions = [
  {
    value: "system",
    label: "As the system",
    icon: Monitor,
    command: "Theme as the system",
    also: "auto",
  },
  { value: "light", label: "Light", icon: Sun, command: "Light theme", also: "bright" },
  { value: "dark", label: "Dark", icon: Moon, command: "Dark theme", also: "night" },
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
