/** The names of a browser and its operating system; null if the User-Agent doesn't reveal them. */
export type Device = { browser: string | null; system: string | null };

// The order matters: each browser's User-Agent also names some of those below it.
const BROWSERS: [sign: RegExp, name: string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|OPiOS|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/^(?=.*\bVersion\/\d).*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: [sign: RegExp, name: string][] = [
  [/\bWindows NT\b/, "Windows"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const matchName = (signs: [RegExp, string][], text: string): string | null =>
  signs.find(([sign]) => sign.test(text))?.[1] ?? null;

/** The browser and system of a User-Agent header. */
export const browserOf = (userAgent: string | null): Device => ({
  browser: matchName(BROWSERS, userAgent ?? ""),
  system: matchName(SYSTEMS, userAgent ?? ""),
});
