import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { prepareZXingModule } from "zxing-wasm/reader";
import { readCode } from "@/components/kit/scan/zxing";

/** Reads the code in a picture, as the camera scanner does; null if there is none. */
export async function readCodeIn(picture: ImageData): Promise<string | null> {
  await decoder();
  return readCode(picture);
}

const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
let overrides: { wasmBinary: ArrayBuffer } | undefined;

/** Node can't fetch the decoder as a browser does. */
function decoder() {
  overrides ??= { wasmBinary: new Uint8Array(readFileSync(file)).buffer };
  return prepareZXingModule({ overrides, fireImmediately: true });
}
