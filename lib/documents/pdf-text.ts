import bidiFactory from "bidi-js";
import type { FontFamily } from "./font-files";
import type { Pdf } from "./pdf";
import { covers, drawableText, factsOf, fileFor, graphemesOf } from "./pdf-fonts";

export type TextStyle = {
  font: FontFamily;
  sizePt: number;
  features?: PDFKit.Mixins.OpenTypeFeatures[];
  /** For texts that join others in an order from left to right. Else the first letter decides. */
  direction?: "ltr";
};

/** A grapheme with the font file that has it, and its direction: odd levels are right to left. */
type Cluster = { text: string; file: string; level: number };
/** Clusters in the order in which they are read. `isRtl` if their paragraph begins at the right. */
type Clusters = { clusters: Cluster[]; isRtl: boolean };
type Run = { text: string; file: string; widthPt: number; features: TextStyle["features"] };

/** A line to draw, with its runs from left to right. */
export type TextLine = Clusters & { style: TextStyle; runs: Run[]; widthPt: number };

const bidi = bidiFactory();
const wordSegmenter = new Intl.Segmenter("en", { granularity: "word" });

// Letters, digits and marks of direction of scripts that are written from right to left.
const RTL_CHARACTER =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** What pdfkit draws from right to left: a text whose first letter is of such a script. */
const SHAPED_RTL = /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export const lineHeightOf = ({ font, sizePt }: TextStyle): number =>
  factsOf(font[0]).lineHeight * sizePt;

/** A text on one line, however long. */
export const lineOf = (pdf: Pdf, text: string, style: TextStyle): TextLine =>
  toLine(pdf, oneLine(drawableText(text).replaceAll("\n", " "), style), style);

/**
 * Breaks a text into lines of at most this width: between words, or inside of a word that is too long. Ends the last
 * of `maxLines` with an ellipsis if there is more.
 */
export function linesOf(
  pdf: Pdf,
  text: string,
  style: TextStyle,
  widthPt: number,
  maxLines = Number.POSITIVE_INFINITY,
): TextLine[] {
  const paragraphs = drawableText(text).split("\n");
  const lines = paragraphs.flatMap((paragraph) => wrap(pdf, paragraph, style, widthPt));
  const last = lines[maxLines - 1];
  if (!last || lines.length === maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), ellipsized(pdf, last, widthPt)];
}

/** Draws a line with its top left corner at this place. */
export function drawLine(pdf: Pdf, { style, runs }: TextLine, x: number, y: number): void {
  const baseline = y + factsOf(style.font[0]).ascent * style.sizePt;
  let left = x;
  for (const { text, file, widthPt, features } of runs) {
    pdf.font(file, style.sizePt);
    pdf.text(text, left, baseline, {
      baseline: "alphabetic",
      lineBreak: false,
      ...(features && { features }),
    });
    left += widthPt;
  }
}

/** Draws lines below each other and returns their height. Those from right to left end at `widthPt`. */
export function drawLines(
  pdf: Pdf,
  lines: TextLine[],
  { x, y, widthPt }: { x: number; y: number; widthPt: number },
  align: "left" | "right" = "left",
): number {
  let top = y;
  for (const line of lines) {
    const isRight = align === "right" || line.isRtl;
    drawLine(pdf, line, isRight ? x + widthPt - line.widthPt : x, top);
    top += lineHeightOf(line.style);
  }
  return top - y;
}

/** A text as one cluster, if the main font is all that it needs, or else as its graphemes. */
function oneLine(text: string, style: TextStyle): Clusters {
  const [file] = style.font;
  const isPlain = !RTL_CHARACTER.test(text) && covers(file, text);
  return isPlain ? { clusters: [{ text, file, level: 0 }], isRtl: false } : clustersOf(text, style);
}

/** A paragraph's graphemes. */
function clustersOf(text: string, { font, direction }: TextStyle): Clusters {
  const [main] = font;
  const embedding = RTL_CHARACTER.test(text) ? bidi.getEmbeddingLevels(text, direction) : null;
  const clusters: Cluster[] = [];
  let index = 0;
  for (const grapheme of graphemesOf(text)) {
    const level = embedding?.levels[index] ?? 0;
    const before = clusters.at(-1)?.file ?? main;
    const file = grapheme === " " ? before : (fileFor(grapheme, font) ?? main);
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(grapheme) : null;
    clusters.push({ text: mirrored ?? grapheme, file, level });
    index += grapheme.length;
  }
  return { clusters, isRtl: embedding?.paragraphs[0]?.level === 1 };
}

/** Places after which Chinese and Japanese texts may go on in the next line. */
const CJK_PUNCTUATION = /[、。，．！？：；）」』】]$/;

/** Where a new line may begin: after a space, and between words of scripts that are written without spaces. */
function breaksOf(text: string): Set<number> {
  const breaks = new Set<number>();
  let before: Intl.SegmentData | null = null;
  for (const word of wordSegmenter.segment(text)) {
    const isBreak =
      before?.segment.endsWith(" ") ||
      (before?.isWordLike && word.isWordLike) ||
      CJK_PUNCTUATION.test(before?.segment ?? "");
    if (isBreak && word.segment !== " ") breaks.add(word.index);
    before = word;
  }
  return breaks;
}

/** Clusters that stay together on a line, and their width with and without the spaces after them. */
type Unit = { clusters: Cluster[]; widthPt: number; fullWidthPt: number };

/** Words, or the single graphemes of a word that is too long for a line. */
function unitsOf(pdf: Pdf, text: string, clusters: Cluster[], style: TextStyle, maxPt: number) {
  const breaks = breaksOf(text);
  const words: Cluster[][] = [[]];
  let index = 0;
  for (const cluster of clusters) {
    if (breaks.has(index)) words.push([]);
    words.at(-1)?.push(cluster);
    index += cluster.text.length;
  }
  const spacePt = widthOf(pdf, [{ text: " ", file: style.font[0], level: 0 }], style);
  const measured = (word: Cluster[]): Unit => {
    const drawn = trimmed(word);
    const widthPt = widthOf(pdf, drawn, style);
    const fullWidthPt = widthPt + (word.length - drawn.length) * spacePt;
    return { clusters: word, widthPt, fullWidthPt };
  };
  return words.flatMap((word) => {
    const unit = measured(word);
    return unit.widthPt > maxPt ? word.map((cluster) => measured([cluster])) : [unit];
  });
}

const NEARLY_FULL = 0.9;

function wrap(pdf: Pdf, text: string, style: TextStyle, maxPt: number): TextLine[] {
  const whole = toLine(pdf, oneLine(text, style), style);
  if (whole.widthPt <= maxPt) return [whole];
  const { clusters, isRtl } = clustersOf(text, style);
  const lines: Cluster[][] = [[]];
  let usedPt = 0;
  // Letters can be a little wider together than the sum of their words: a line that is nearly full is measured whole.
  const isFull = (unit: Unit) =>
    usedPt + unit.widthPt > maxPt ||
    (usedPt + unit.widthPt > NEARLY_FULL * maxPt &&
      widthOf(pdf, trimmed([...(lines.at(-1) ?? []), ...unit.clusters]), style) > maxPt);
  for (const unit of unitsOf(pdf, text, clusters, style, maxPt)) {
    if (usedPt > 0 && isFull(unit)) {
      lines.push([]);
      usedPt = 0;
    }
    lines.at(-1)?.push(...unit.clusters);
    usedPt += unit.fullWidthPt;
  }
  return lines.map((line) => toLine(pdf, { clusters: trimmed(line), isRtl }, style));
}

/** Without spaces at the end. */
const trimmed = (clusters: Cluster[]): Cluster[] =>
  clusters.slice(0, clusters.findLastIndex(({ text }) => text !== " ") + 1);

/** The line with an ellipsis for what follows it. */
function ellipsized(pdf: Pdf, { clusters, isRtl, style }: TextLine, maxPt: number): TextLine {
  const kept = clusters.flatMap((cluster) =>
    graphemesOf(cluster.text).map((text) => ({ ...cluster, text })),
  );
  const dots = { text: "…", file: style.font[0], level: isRtl ? 1 : 0 };
  while (kept.length > 0 && widthOf(pdf, [...kept, dots], style) > maxPt) kept.pop();
  return toLine(pdf, { clusters: [...trimmed(kept), dots], isRtl }, style);
}

/** Clusters in a row with the same font and direction, in the order in which they are read. */
function runsOf(clusters: Cluster[]): Cluster[][] {
  const runs: Cluster[][] = [];
  for (const cluster of clusters) {
    const run = runs.at(-1);
    if (run?.[0]?.file === cluster.file && run[0].level === cluster.level) run.push(cluster);
    else runs.push([cluster]);
  }
  return runs;
}

const levelOf = (run: Cluster[]): number => run[0]?.level ?? 0;

/** The runs from left to right (rule L2 of the Unicode bidirectional algorithm). */
function reordered(runs: Cluster[][]): Cluster[][] {
  const highest = Math.max(0, ...runs.map(levelOf));
  let ordered = runs;
  for (let level = highest; level > 0; level--) {
    const next: Cluster[][] = [];
    let reversed: Cluster[][] = [];
    for (const run of ordered) {
      if (levelOf(run) >= level) reversed.unshift(run);
      else {
        next.push(...reversed, run);
        reversed = [];
      }
    }
    ordered = [...next, ...reversed];
  }
  return ordered;
}

/** A run's text for pdfkit, which finds its direction by its letters alone. */
function shapedText(run: Cluster[]): string {
  const texts = run.map(({ text }) => text);
  const isRtl = levelOf(run) % 2 === 1;
  const text = texts.join("");
  if (SHAPED_RTL.test(text) !== isRtl) return texts.reverse().join("");
  // The circle of a Thai vowel is below the mark of the tone, which pdfkit takes in the order of the text.
  return text.replace(/([\u0e48-\u0e4b])\u0e33/g, "\u0e4d$1\u0e32");
}

/** Leaves the marks of letters where the font has them. */
const WITHOUT_PLACING = { mark: false, mkmk: false, abvm: false, blwm: false };

function toRun(pdf: Pdf, run: Cluster[], style: TextStyle): Run {
  const [text, file] = [shapedText(run), run[0]?.file ?? ""];
  pdf.font(file, style.sizePt);
  // Without features, pdfkit draws word after word from a cache: not in the order of words from right to left.
  const features = style.features ?? (levelOf(run) > 0 ? [] : undefined);
  try {
    return { text, file, widthPt: pdf.widthOfString(text, features && { features }), features };
  } catch {
    // Fontkit fails at a mark on a letter that has no place for it (foliojs/fontkit#367).
    const unplaced = WITHOUT_PLACING as unknown as TextStyle["features"] & object;
    const widthPt = pdf.widthOfString(text, { features: unplaced });
    return { text, file, widthPt, features: unplaced };
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const widthOf = (pdf: Pdf, clusters: Cluster[], style: TextStyle): number =>
  sum(runsOf(clusters).map((run) => toRun(pdf, run, style).widthPt));

function toLine(pdf: Pdf, { clusters, isRtl }: Clusters, style: TextStyle): TextLine {
  const runs = reordered(runsOf(clusters)).map((run) => toRun(pdf, run, style));
  return { clusters, isRtl, style, runs, widthPt: sum(runs.map(({ widthPt }) => widthPt)) };
}
