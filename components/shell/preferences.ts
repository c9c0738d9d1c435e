export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "scrip-theme";
export const railCookie = "scrip-rail";

const yearMs = 365 * 24 * 60 * 60 * 1_000;

/** The theme a cookie's value stands for. */
export const themeOf = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";

/**
 * Remembers a choice where the server sees it, so that the next page is drawn with it at once.
 * A browser without a cookie store keeps the choice until the page is left.
 */
export function remember(name: string, value: string) {
  if (!("cookieStore" in window)) return;
  void window.cookieStore.set({ name, value, expires: Date.now() + yearMs, sameSite: "lax" });
}
