import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";

const OPTIONS: ReaderOptions = {
  formats: ["QRCode", "Code128", "Code39", "EAN13"],
  tryInvert: false,
  maxNumberOfSymbols: 1,
};

/** Loads the decoder from this host: by itself, the package would load it from another. */
export async function loadZxing(): Promise<void> {
  const file = new URL("zxing-wasm/reader/zxing_reader.wasm", import.meta.url);
  const overrides = { locateFile: () => file.href };
  await prepareZXingModule({ overrides, fireImmediately: true });
}

/** The text of the QR code, Code 128, Code 39 or EAN-13 in a picture; null if there is none. */
export async function readCode(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, OPTIONS);
  return found?.text || null;
}
