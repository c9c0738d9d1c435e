export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "scrip-theme";
export const railCookie = "scrip-rail";
/** Holds the setup tracks that were dismissed, as "track.storeId". */
export const setupCookie = "scrip-setup";
const setupSeparator = "~";
const maxDismissed = 40;

const yearMs = 365 * 24 * 60 * 60 * 1_000;

/** Parses the theme cookie. Defaults to "system". */
export const themeOf = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";

/** Parses the cookie of the dismissed setup tracks. */
export const dismissedIn = (value = ""): string[] => value.split(setupSeparator).filter(Boolean);

export const saveDismissed = (tracks: string[]): void =>
  savePreference(setupCookie, tracks.slice(-maxDismissed).join(setupSeparator));

/**
 * Saves a preference as a cookie, so that the server can render the next page with it. Without the
 * Cookie Store API, it lasts only until the page is left.
 */
export function savePreference(name: string, value: string) {
  if (!("cookieStore" in window)) return;
  void window.cookieStore.set({ name, value, expires: Date.now() + yearMs, sameSite: "lax" });
}
