/** The encodings that a person can choose. */
export const ENCODINGS = [
  "utf-8",
  "windows-1252",
  "macintosh",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "shift_jis",
  "gb18030",
  "euc-kr",
] as const;
export type Encoding = (typeof ENCODINGS)[number] | "utf-16le" | "utf-16be";

/** A file's text, and what it was read with. */
export type DecodedFile = {
  text: string;
  encoding: Encoding;
  /** Whether the bytes themselves say the encoding: another one would be a guess. */
  isCertain: boolean;
  /** A few words that another encoding would change. */
  words: string[];
};

const MAX_WORDS = 8;

/** Reads a file by its byte order mark, as UTF-8 if it is, or else by `chosen` or a guess. */
export async function decodeFile(file: Blob, chosen?: Encoding): Promise<DecodedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const certain = certainEncodingOf(bytes);
  const encoding = certain ?? chosen ?? guessOf(bytes);
  const text = textOf(bytes, encoding);
  return { text, encoding, isCertain: certain !== null, words: wordsOf(text) };
}

/** As a stream, because Node 20 decodes whole texts in windows-1252 as Latin 1. */
export function textOf(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function certainEncodingOf(bytes: Uint8Array): Encoding | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return null;
  }
}

/**
 * Which of the Western encodings makes words of the bytes. Detectors that know more languages need running text: of
 * files of codes and names they take German for Turkish.
 */
function guessOf(bytes: Uint8Array): Encoding {
  const [windows, mac] = (["windows-1252", "macintosh"] as const).map((encoding) =>
    scoreOf(textOf(bytes, encoding)),
  );
  return (mac ?? 0) > (windows ?? 0) ? "macintosh" : "windows-1252";
}

const MAX_SCORED = 2_000;
const NOT_ASCII = /[^\0-\x7f]/g;
const SMALL = /[ßà-öø-ÿœ]/;
const CAPITAL = /[À-ÖØ-ÞŒŸ]/;

/** How much a text reads like a Western language: whether its letters are where such letters are. */
function scoreOf(text: string): number {
  let score = 0;
  let scored = 0;
  for (const { 0: sign, index } of text.matchAll(NOT_ASCII)) {
    if (++scored > MAX_SCORED) break;
    const before = text.charAt(index - 1);
    const after = text.charAt(index + 1);
    const isAlone = !/\p{L}/u.test(before + after);
    if ((SMALL.test(sign) || CAPITAL.test(sign)) && isAlone) score += 1;
    else if (SMALL.test(sign)) score += /\p{Lu}/u.test(after) ? -2 : 2;
    else if (CAPITAL.test(sign)) score += /\p{Ll}|\d/u.test(before) ? -2 : 2;
    else if (sign === "’") score += isElision(text.slice(Math.max(0, index - 3), index)) ? 3 : 1;
    else if (sign === "€" || sign === "£") score += /\d|\s/.test(before + after) ? 3 : -2;
    else score -= /\p{L}/u.test(before) && /\p{L}/u.test(after) ? 2 : 1;
  }
  return score;
}

/** Whether an apostrophe follows, as in l’amie, qu’elle and dell’anno. */
const isElision = (before: string): boolean => /(?:^|[^\p{L}])[cdjlmnst]$|qu$|ll$/iu.test(before);

function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[^\s,;"]{0,30}[^\0-\x7f][^\s,;"]{0,30}/g)) {
    words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return [...words];
}
