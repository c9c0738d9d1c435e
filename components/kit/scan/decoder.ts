/** Reads the code in what a video shows now; null if there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>;

type NativeDetector = {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
};
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
};
declare global {
  interface Window {
    /** https://wicg.github.io/shape-detection-api/#barcode-detection-api */
    BarcodeDetector?: NativeDetectorClass;
  }
}

const NEEDED_FORMATS = ["qr_code", "code_128"];
const FORMATS = [...NEEDED_FORMATS, "code_39", "ean_13"];

/** The browser's own decoder, or else one that is downloaded. Throws if the download fails. */
export const loadDecoder = async (): Promise<Decode> =>
  (await nativeDecoder()) ?? downloadedDecoder();

async function nativeDecoder(): Promise<Decode | null> {
  const Detector = window.BarcodeDetector;
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !NEEDED_FORMATS.every((format) => supported.includes(format))) return null;
  const formats = FORMATS.filter((format) => supported.includes(format));
  const detector = new Detector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue || null;
}

async function downloadedDecoder(): Promise<Decode> {
  const { loadZxing, readCode } = await import("./zxing");
  await loadZxing();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0) return null;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    return readCode(context.getImageData(0, 0, width, height));
  };
}
