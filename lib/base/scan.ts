// What keyboard scanners and card readers send around a code: spaces, line ends and other control characters.
const AROUND = /^[\s\p{Cc}]+|(?<![\s\p{Cc}])[\s\p{Cc}]+$/gu;
/** What a scanner sends in front of a code that says which kind of barcode it was (AIM): ]C0, ]Q1. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;
/** The start sentinels of the tracks of a magnetic stripe. */
const SENTINEL = /^[%;]/;
/** No code and no stripe is longer. */
const MAX_SCAN_CHARS = 256;

/** What a store can set as the prefix that its scanners send: 1 to 20 visible ASCII characters. */
export const SCAN_PREFIX_PATTERN = /^[\x21-\x7e]{1,20}$/;

const withoutPrefix = (text: string, prefix: string): string =>
  text.toLowerCase().startsWith(prefix.toLowerCase()) ? text.slice(prefix.length) : text;

/**
 * The code in what a scanner or a card reader sent: without the store's prefix (in either case), the kind of barcode, a
 * magnetic stripe's start and end sentinels, further tracks, and what surrounds them. A code typed by hand comes back as
 * it is.
 */
export function cleanScan(text: string, prefix: string | null): string {
  const sent = text.slice(0, MAX_SCAN_CHARS).replace(AROUND, "").replace(SYMBOLOGY, "");
  const start = withoutPrefix(sent, prefix ?? "");
  const inner = SENTINEL.test(start) ? withoutPrefix(start.slice(1), prefix ?? "") : start;
  // A track ends with a question mark, and the next one follows.
  return (inner.split("?")[0] ?? "").replace(AROUND, "");
}

/** Like cleanScan() without a prefix, for what anyone may have sent: a question mark ends only a stripe's track. */
export const scannedCode = (text: string): string => {
  const sent = text
    .slice(0, MAX_SCAN_CHARS + 1)
    .replace(AROUND, "")
    .replace(SYMBOLOGY, "");
  return SENTINEL.test(sent) ? cleanScan(sent, null) : sent;
};
