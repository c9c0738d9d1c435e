import { type Font, openSync } from "fontkit";
import { type FontFamily, REGULAR_FONT } from "./font-files";

type FontFacts = {
  characters: Set<number>;
  /** In parts of the font's size. */
  ascent: number;
  lineHeight: number;
};

const opened = new Map<string, FontFacts>();

/** What a font file has. It is read on first use, because few texts need more than one. */
export function factsOf(file: string): FontFacts {
  const known = opened.get(file);
  if (known) return known;
  // None of the files is a collection of fonts.
  const font = openSync(file) as Font;
  const { ascent, descent, lineGap, unitsPerEm } = font;
  const facts = {
    characters: new Set(font.characterSet),
    ascent: ascent / unitsPerEm,
    lineHeight: (ascent - descent + lineGap) / unitsPerEm,
  };
  opened.set(file, facts);
  return facts;
}

// Joiners and marks of direction, which have no shape of their own. Hangul fillers have one in fonts.
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const DRAWN = new Set(["\u115f", "\u1160", "\u180f", "\u3164", "\uffa0"]);

const isInvisible = (char: string): boolean => INVISIBLE.test(char) && !DRAWN.has(char);

/** Whether the font file has every character of a text. */
export const covers = (file: string, text: string): boolean => {
  const { characters } = factsOf(file);
  for (const char of text) {
    if (!characters.has(char.codePointAt(0) ?? 0) && !isInvisible(char)) return false;
  }
  return true;
};

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The characters of a text as people count them, such as a letter with its marks. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);

/** The file of a family that has all of a grapheme, or null. */
export const fileFor = (grapheme: string, family: FontFamily): string | null =>
  family.find((file) => covers(file, grapheme)) ?? null;

// The fonts have neither these spaces and control characters nor the hyphen without a break.
const SPACE = /[\p{Zs}\p{Cc}]/gu;
const UNBROKEN_HYPHEN = /\u2011/g;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** A text as it is drawn: composed, with one kind of space. Keeps line breaks as "\n". */
export const drawableText = (text: string): string =>
  text
    .normalize("NFC")
    .split(LINE_BREAK)
    .map((line) => line.replace(SPACE, " ").replace(UNBROKEN_HYPHEN, "-"))
    .join("\n");

/** Replaces the graphemes that no font has, such as emoji, by what `replace` returns for each. */
export function replaceUnprintable(text: string, replace: (grapheme: string) => string): string {
  const drawable = drawableText(text);
  if (covers(REGULAR_FONT[0], drawable.replaceAll("\n", ""))) return drawable;
  return graphemesOf(drawable)
    .map((grapheme) =>
      grapheme === "\n" || fileFor(grapheme, REGULAR_FONT) ? grapheme : replace(grapheme),
    )
    .join("");
}
