import {
  prepareZXingModule,
  purgeZXingModule,
  type ReaderOptions,
  readBarcodes,
} from "zxing-wasm/reader";

const OPTIONS: ReaderOptions = {
  formats: ["QRCode", "Code128", "Code39", "EAN13"],
  tryInvert: false,
  maxNumberOfSymbols: 1,
};

const file = new URL("zxing-wasm/reader/zxing_reader.wasm", import.meta.url);
// By itself, the package would load it from another host.
const moduleOverrides = { locateFile: () => file.href };

/** Loads the decoder, once. Throws if it can't be downloaded, and downloads it again the next time. */
export async function loadZxing(): Promise<void> {
  try {
    await prepareZXingModule({ overrides: moduleOverrides, fireImmediately: true });
  } catch (error) {
    purgeZXingModule();
    throw error;
  }
}

/** The text of the QR code, Code 128, Code 39 or EAN-13 in a picture; null if there is none. */
export async function readCode(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, OPTIONS);
  return found?.text || null;
}
