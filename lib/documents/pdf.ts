import type PDFDocument from "pdfkit";

export type Pdf = InstanceType<typeof PDFDocument>;

export const INK_COLOR = "#1f1c18";
export const MUTED_COLOR = "#5f594f";
