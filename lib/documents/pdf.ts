import { join } from "node:path";
import type PDFDocument from "pdfkit";

export type Pdf = InstanceType<typeof PDFDocument>;

export const INK_COLOR = "#1f1c18";
export const MUTED_COLOR = "#5f594f";

// The product's own fonts cover more characters than the standard PDF fonts.
const FONTS_FOLDER = join("node_modules", "geist", "dist", "fonts");
export const REGULAR_FONT = join(FONTS_FOLDER, "geist-sans", "Geist-Regular.ttf");
export const SEMIBOLD_FONT = join(FONTS_FOLDER, "geist-sans", "Geist-SemiBold.ttf");
export const MONO_FONT = join(FONTS_FOLDER, "geist-mono", "GeistMono-Medium.ttf");
