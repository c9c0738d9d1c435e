/** Files of fonts: the product's own one, and those for characters that it doesn't have, in order of preference. */
export type FontFamily = readonly [main: string, ...fallbacks: string[]];

// String literals: for a path that join() makes, the build would pack every file of the folder.
const GEIST = "node_modules/geist/dist/fonts";
const NOTO = "node_modules/@fontsource";
const CJK = "node_modules/@embedpdf";

/** In WOFF, because pdfkit can't embed a part of a WOFF2. */
const notoFonts = (weight: number): string[] => [
  `${NOTO}/noto-sans/files/noto-sans-latin-ext-${weight}-normal.woff`,
  `${NOTO}/noto-sans/files/noto-sans-vietnamese-${weight}-normal.woff`,
  `${NOTO}/noto-sans/files/noto-sans-greek-${weight}-normal.woff`,
  `${NOTO}/noto-sans/files/noto-sans-greek-ext-${weight}-normal.woff`,
  `${NOTO}/noto-sans/files/noto-sans-cyrillic-ext-${weight}-normal.woff`,
  `${NOTO}/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-${weight}-normal.woff`,
  `${NOTO}/noto-kufi-arabic/files/noto-kufi-arabic-arabic-${weight}-normal.woff`,
  `${NOTO}/noto-sans-thai/files/noto-sans-thai-thai-${weight}-normal.woff`,
  `${NOTO}/noto-sans/files/noto-sans-devanagari-${weight}-normal.woff`,
];

/** Chinese and Japanese, then Korean. Only in regular, because each weight is several megabytes. */
const CJK_FONTS = [
  `${CJK}/fonts-sc/fonts/NotoSansHans-Regular.otf`,
  `${CJK}/fonts-kr/fonts/NotoSansKR-Regular.otf`,
];

const REGULAR_FALLBACKS = [...notoFonts(400), ...CJK_FONTS];

const GEIST_REGULAR = `${GEIST}/geist-sans/Geist-Regular.ttf`;
export const REGULAR_FONT: FontFamily = [GEIST_REGULAR, ...REGULAR_FALLBACKS];
export const SEMIBOLD_FONT: FontFamily = [
  `${GEIST}/geist-sans/Geist-SemiBold.ttf`,
  ...notoFonts(600),
  ...CJK_FONTS,
];
export const MONO_FONT: FontFamily = [
  `${GEIST}/geist-mono/GeistMono-Medium.ttf`,
  GEIST_REGULAR,
  ...REGULAR_FALLBACKS,
];

/** Each font file that PDFs are drawn with. */
export const FONT_FILES = [...new Set([...REGULAR_FONT, ...SEMIBOLD_FONT, ...MONO_FONT])];
