import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { type CodeFormat, type Picture, pictureOf } from "@/lib/testing/code-pixels";

const FRAME = { width: 640, height: 480 };
const FRAMES_PER_SECOND = 10;
const FRAMES = 2;

/** A video of one picture in YUV4MPEG2, which Chromium plays in a loop. */
function videoOf({ width, height, gray }: Picture): Buffer {
  const header = `YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  const colorless = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), gray, colorless]);
  return Buffer.concat([Buffer.from(header), ...Array<Buffer>(FRAMES).fill(frame)]);
}

const emptyPicture: Picture = {
  ...FRAME,
  gray: new Uint8Array(FRAME.width * FRAME.height).fill(200),
};

type FakeCamera = {
  /** A browser with the camera. Pages of other contexts share the picture. */
  browser: Browser;
  /** From the next time that a page opens the camera, it films this code. */
  show: (code: string, format: CodeFormat) => void;
  close: () => Promise<void>;
};

/** Starts a browser whose camera films codes as the product prints them; gray paper until then. The page gets the camera without asking. */
export async function fakeCamera(): Promise<FakeCamera> {
  const folder = mkdtempSync(join(tmpdir(), "scrip-camera-"));
  const file = join(folder, "camera.y4m");
  writeFileSync(file, videoOf(emptyPicture));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      "--disable-background-networking",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
  return {
    browser,
    show: (code, format) => writeFileSync(file, videoOf(pictureOf(code, format, FRAME))),
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
