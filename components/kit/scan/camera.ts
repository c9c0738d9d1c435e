import { loadDecoder } from "./decoder";

export type CameraProblem = "insecure" | "denied" | "missing" | "busy" | "failed";

const PROBLEMS: Record<string, CameraProblem | undefined> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
};

/** Why scanCamera() failed. */
export function problemOf(error: unknown): CameraProblem {
  // Browsers hide the camera from pages without HTTPS.
  if (!window.isSecureContext) return "insecure";
  return (error instanceof DOMException && PROBLEMS[error.name]) || "failed";
}

/** Between two pictures, so that a phone stays cool. */
const PAUSE_MS = 60;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

type Listeners = {
  /** Codes are read from now on. */
  onStart: (track: MediaStreamTrack) => void;
  /** A code is in the picture. */
  onCode: (text: string) => void;
};

/**
 * Shows the back camera's picture in `screen` and reads codes from it until `signal` aborts. Throws if the camera or
 * the decoder can't be used, or if the camera is disconnected.
 */
export async function scanCamera(
  screen: HTMLVideoElement,
  signal: AbortSignal,
  { onStart, onCode }: Listeners,
): Promise<void> {
  const decoder = loadDecoder();
  // It may fail before it is awaited.
  decoder.catch(() => {});
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 } },
  });
  try {
    const [track] = stream.getVideoTracks();
    if (signal.aborted || !track) return;
    screen.srcObject = stream;
    await screen.play();
    const decode = await decoder;
    if (signal.aborted) return;
    onStart(track);
    while (!signal.aborted && track.readyState === "live") {
      const text = await decode(screen);
      if (text && !signal.aborted) onCode(text);
      await pause();
    }
    if (!signal.aborted) throw new DOMException("", "NotFoundError");
  } finally {
    for (const track of stream.getTracks()) track.stop();
    screen.srcObject = null;
  }
}
