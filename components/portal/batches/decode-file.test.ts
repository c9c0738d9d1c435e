import { expect, test } from "vitest";
import { encodeText } from "@/lib/testing/encode-text";
import { decodeFile, type Encoding } from "./decode-file";

const fileOf = (note: string) => `code;balance;note\nGC100001;12,50;${note}\nGC100002;3;plain`;
const decoded = (bytes: Uint8Array<ArrayBuffer>, chosen?: Encoding) =>
  decodeFile(new Blob([bytes]), chosen);

test("the encoding of a Western file is guessed by its words, and shown with them", async () => {
  for (const note of [
    "Grüße an Jörg",
    "Straße",
    "ÄRGER",
    "Reçu de Noël",
    "Joyeux anniversaire Chloé, à bientôt",
    "l’hôtel d’Hélène",
    "Año nuevo, señor Muñoz",
    "¿Qué tal, Martín?",
    "Perché no",
    "Buon compleanno Niccolò, sarà felice",
    "Crème brûlée",
    "Élodie",
    "Paid 25 € in cash",
  ]) {
    for (const encoding of ["windows-1252", "macintosh"] as const) {
      const file = await decoded(encodeText(fileOf(note), encoding));
      expect(file, `${note} in ${encoding}`).toMatchObject({
        encoding,
        isCertain: false,
        text: fileOf(note),
      });
      const words = note.split(/[\s,]+/).filter((word) => /[^ -~]/.test(word));
      expect(file.words).toEqual(words);
    }
  }
});

test("a file in Unicode needs no guess, and one in another encoding is read as it is chosen", async () => {
  const text = fileOf("Zoë für José, 贈り物");
  const utf16 = (mark: number[], bytes: Buffer) => Uint8Array.from([...mark, ...bytes]);
  const little = Buffer.from(text, "utf16le");
  for (const bytes of [
    Uint8Array.from(Buffer.from(text)),
    Uint8Array.from(Buffer.from(`\uFEFF${text}`)),
    utf16([0xff, 0xfe], little),
    utf16([0xfe, 0xff], Buffer.from(little).swap16()),
  ]) {
    expect(await decoded(bytes)).toMatchObject({ isCertain: true, text });
  }
  const greek = fileOf("Χρόνια πολλά");
  expect(await decoded(encodeText(greek, "windows-1253"), "windows-1253")).toMatchObject({
    isCertain: false,
    text: greek,
  });
});
