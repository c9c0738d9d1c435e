"use client";

import { Flashlight, FlashlightOff, RotateCw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "@/components/kit/ui/button";
import { type CameraProblem, problemOf, scanCamera } from "./camera";

function subscribeToVisibility(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
const isVisible = () => document.visibilityState === "visible";

type Props = {
  /** A QR code, Code 128, Code 39 or EAN-13. Called once for each text while the scanner is open. */
  onCode: (text: string) => void;
  onClose: () => void;
};

/** Reads codes with the back camera. The camera is off while the page is hidden. Escape closes it. */
export function CameraScanner({ onCode, onClose }: Props) {
  const t = useTranslations("scan");
  const [attempt, setAttempt] = useState(0);
  const visible = useSyncExternalStore(subscribeToVisibility, isVisible, () => false);
  const panel = useRef<HTMLElement>(null);
  const seen = useRef(new Set<string>());
  useEffect(() => panel.current?.focus(), []);
  const report = (text: string) => {
    if (seen.current.has(text)) return;
    seen.current.add(text);
    signalFound();
    onCode(text);
  };
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape") onClose();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t("label")}
      onKeyDown={closeOnEscape}
      className="relative grid aspect-square max-h-[70dvh] w-full place-items-center overflow-hidden rounded-lg bg-print text-paper outline-none sm:aspect-4/3"
    >
      {visible && (
        <Picture key={attempt} onCode={report} onRetry={() => setAttempt((n) => n + 1)} />
      )}
      <Button
        size="icon"
        aria-label={t("close")}
        onClick={onClose}
        className="absolute top-3 right-3"
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}

type PictureProps = { onCode: (text: string) => void; onRetry: () => void };

function Picture({ onCode, onRetry }: PictureProps) {
  const t = useTranslations("scan");
  const video = useRef<HTMLVideoElement>(null);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const report = useEffectEvent(onCode);
  useEffect(() => {
    const end = new AbortController();
    if (!video.current) return;
    scanCamera(video.current, end.signal, { onStart: setTrack, onCode: report }).catch((error) => {
      if (!end.signal.aborted) setProblem(problemOf(error));
    });
    return () => end.abort();
  }, []);
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        aria-hidden
        className="absolute inset-0 size-full object-cover"
      />
      {track && !problem && (
        <div
          className="relative h-3/5 w-4/5 rounded-lg border-2 border-paper outline outline-print/50"
          aria-hidden
        />
      )}
      <div className="absolute inset-x-0 bottom-0 grid justify-items-center gap-3 bg-print/70 p-4 text-center">
        <p role="status" className="max-w-sm">
          {t(problem ? `problems.${problem}` : track ? "scanning" : "asking")}
        </p>
        {problem && problem !== "insecure" && (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden /> {t("retry")}
          </Button>
        )}
        {track && !problem && <Torch track={track} />}
      </div>
    </>
  );
}

/** Turns the camera's light on and off, where it has one. */
function Torch({ track }: { track: MediaStreamTrack }) {
  const t = useTranslations("scan");
  const [lit, setLit] = useState(false);
  const capabilities: MediaTrackCapabilities & { torch?: boolean } =
    track.getCapabilities?.() ?? {};
  if (!capabilities.torch) return null;
  const toggle = async () => {
    const light: MediaTrackConstraintSet & { torch: boolean } = { torch: !lit };
    await track.applyConstraints({ advanced: [light] });
    setLit(!lit);
  };
  return (
    <Button onClick={toggle}>
      {lit ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
      {t(lit ? "torch.off" : "torch.on")}
    </Button>
  );
}

const TONE_HERTZ = 1_760;
const TONE_SECONDS = 0.08;
const VIBRATION_MS = 60;

/** A short tone and a vibration, on devices that have them. */
function signalFound(): void {
  navigator.vibrate?.(VIBRATION_MS);
  const audio = new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = TONE_HERTZ;
  volume.gain.value = 0.1;
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => audio.close();
  tone.start();
  tone.stop(audio.currentTime + TONE_SECONDS);
}
