declare module "bidi-js" {
  type Embedding = {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  };
  type Bidi = {
    /** A level for each UTF-16 code unit. Odd levels are right to left. */
    getEmbeddingLevels: (text: string, direction?: "ltr" | "rtl" | "auto") => Embedding;
    getMirroredCharacter: (char: string) => string | null;
  };
  export default function bidiFactory(): Bidi;
}
