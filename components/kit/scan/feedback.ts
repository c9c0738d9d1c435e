const TONE_HERTZ = 1_760;
const TONE_SECONDS = 0.08;
const VIBRATION_MS = 60;

/** A short tone and a vibration, on devices that have them. */
export function signalFound(): void {
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
