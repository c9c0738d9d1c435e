// What keyboard scanners and card readers send around a code: spaces, line ends and other control characters.
const AROUND = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu;

/** What a store can set as the prefix that its scanners send: 1 to 20 visible ASCII characters. */
export const SCAN_PREFIX_PATTERN = /^[\x21-\x7e]{1,20}$/;

const withoutPrefix = (text: string, prefix: string): string =>
  text.toLowerCase().startsWith(prefix.toLowerCase()) ? text.slice(prefix.length) : text;

/**
 * The code in what a scanner or a card reader sent: without the store's prefix (in either case), a magnetic stripe's
 * start and end sentinels, further tracks, and what surrounds them. A code typed by hand comes back as it is.
 */
export function cleanScan(text: string, prefix: string | null): string {
  const sent = text.replace(AROUND, "");
  const start = withoutPrefix(sent, prefix ?? "");
  const inner = /^[%;]/.test(start) ? withoutPrefix(start.slice(1), prefix ?? "") : start;
  // A track ends with a question mark, and the next one follows.
  return (inner.split("?")[0] ?? "").replace(AROUND, "");
}
