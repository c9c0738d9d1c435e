import { existsSync } from "node:fs";
import { type Font, openSync } from "fontkit";
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { randomBy, SEED, scaled } from "@/lib/testing/random";
import { FONT_FILES, MONO_FONT, REGULAR_FONT, SEMIBOLD_FONT } from "./font-files";
import { replaceUnprintable } from "./pdf-fonts";
import { drawLine, lineOf, linesOf, type TextLine } from "./pdf-text";

const pdf = new PDFDocument({ font: REGULAR_FONT[0] });
const STYLE = { font: REGULAR_FONT, sizePt: 10 };

const glyphsOf = ({ runs }: TextLine) =>
  runs.flatMap(({ file, text }) => (openSync(file) as Font).layout(text).glyphs);

/** What pdfkit draws, from left to right. */
const drawn = (text: string): string[] => {
  const line = lineOf(pdf, text, STYLE);
  drawLine(pdf, line, 0, 0);
  return line.runs.map((run) => run.text);
};

/** The characters of a line from left to right. */
const seen = (text: string): string =>
  glyphsOf(lineOf(pdf, text, STYLE))
    .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join("");

const SAMPLES = {
  Greek: "Ζαχαροπλαστείο ὕδωρ",
  "Cyrillic of Kazakhstan": "Ғибрат өнерҳана",
  Vietnamese: "Phở Đặc Biệt ỗ ữ",
  Hebrew: "מַאֲפִיָּה",
  Arabic: "حلويات لؤلؤة",
  Persian: "نان‌وایی پگاه",
  Thai: "น้ำแข็งไส เด็กๆ",
  Hindi: "मिठाई श्रृंखला",
  Japanese: "花屋さん「カフェ」",
  "simplified Chinese": "鲜花店（总店）",
  "traditional Chinese": "鮮花禮品廳",
  Korean: "빵집 꽃가게",
};

test.each(Object.entries(SAMPLES))("%s has a glyph for each letter, in every font", (_, text) => {
  expect(replaceUnprintable(text, () => "?")).toBe(text.normalize("NFC"));
  for (const font of [REGULAR_FONT, SEMIBOLD_FONT, MONO_FONT]) {
    const glyphs = glyphsOf(lineOf(pdf, text, { font, sizePt: 10 }));
    expect(glyphs.length).toBeGreaterThan(0);
    expect(glyphs.filter(({ id }) => id === 0)).toEqual([]);
  }
});

test("every font file is installed", () => {
  expect(FONT_FILES.filter((file) => !existsSync(file))).toEqual([]);
});

test("texts from right to left have their words, numbers, brackets and foreign names in order", () => {
  const rtl = (text: string) => [...text].reverse().join("");
  expect(seen("חנות הפרחים")).toBe(rtl("חנות הפרחים"));
  expect(seen("פרחים (Rosa 7) חיפה")).toBe(`${rtl("חיפה")} (Rosa 7) ${rtl("פרחים")}`);
  expect(seen("Help: זר 25 (ירוק)")).toBe(`Help: (${rtl("ירוק")}) 25 ${rtl("זר")}`);
  expect(seen("فرع ٤٧")).toBe(`٤٧ ${rtl("فرع")}`);
  // Digits of the Arabic script, which are written from left to right all the same.
  expect(seen("شعبه ۴۸")).toBe(`۴۸ ${rtl("شعبه")}`);
});

test("Arabic letters have the form of their place in a word", () => {
  const [first, last] = ["س", "سسس"].map((text) =>
    glyphsOf(lineOf(pdf, text, STYLE)).map(({ id }) => id),
  );
  expect(new Set([...(first ?? []), ...(last ?? [])]).size).toBe(4);
});

test("a mark on a letter that has no place for it is drawn all the same", () => {
  expect(() => (openSync(REGULAR_FONT[0]) as Font).layout("\ufb01\u0328")).toThrow();
  expect(drawn("\ufb01\u0328x")).toEqual(["\ufb01\u0328x"]);
});

test("a Thai vowel's circle is below the mark of the tone", () => {
  expect(seen("ค่ำ")).toBe("ค\u0e4d\u0e48\u0e32");
});

test("characters that no font has are found whole, with what belongs to them", () => {
  const found: string[] = [];
  const text = replaceUnprintable("Spa 🧖🏽‍♀️ & ☕️ \u1780\u17b6 Ελιά", (grapheme) => {
    found.push(grapheme);
    return "";
  });
  expect(text).toBe("Spa  &   Ελιά");
  expect(found).toEqual(["🧖🏽‍♀️", "☕️", "\u1780\u17b6"]);
});

test("a text that is cut ends with an ellipsis within its width", () => {
  const lines = linesOf(pdf, `${SAMPLES.Japanese}${SAMPLES.Hebrew} `.repeat(9), STYLE, 120, 2);
  expect(lines).toHaveLength(2);
  expect(lines[1]?.runs.map(({ text }) => text).join("")).toContain("…");
  expect(lines[1]?.widthPt).toBeLessThanOrEqual(120);
});

/** The letters of a text in any order, without spaces: lines are drawn from left to right. */
const lettersOf = (text: string) => [...text.replace(/ /g, "")].sort().join("");

test(`lines of any scripts fit their width, and lose nothing (seed ${SEED})`, () => {
  const random = randomBy(SEED);
  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T;
  const words = [
    ...Object.values(SAMPLES).flatMap((text) => text.split(" ")),
    "a-b",
    "x".repeat(90),
  ];
  for (let run = 0; run < scaled(30); run++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 20) }, () => pick(words)).join(" ");
    const widthPt = 30 + random() * 300;
    const lines = linesOf(pdf, text, STYLE, widthPt);
    for (const line of lines) expect(line.widthPt).toBeLessThanOrEqual(widthPt);
    const shown = lines.flatMap(({ runs }) => runs.map((one) => one.text)).join("");
    const composed = shown.replace(/\u0e4d([\u0e48-\u0e4b])\u0e32/g, "$1\u0e33");
    expect(lettersOf(composed)).toBe(lettersOf(text.normalize("NFC")));
  }
});
