import type { ReplyOf } from "@/components/kit/api/api";
import type { Translate } from "@/components/kit/locale/translate";
import type { StateLabel } from "@/components/kit/ui/chip";

export type Device = ReplyOf<"/api/portal/devices">["devices"][number];

/** Whether a pairing code waits to be used. */
export const isWaiting = ({ pairingExpiresAt }: Device, now: Date) =>
  pairingExpiresAt !== null && new Date(pairingExpiresAt) > now;

/** A device's status as a chip shows it. */
export function deviceState(t: Translate<"devices">, device: Device, now: Date): StateLabel {
  if (device.revokedAt) return { word: t("status.revoked"), tone: "danger" };
  if (device.pairedAt) return { word: t("status.paired"), tone: "positive" };
  return isWaiting(device, now)
    ? { word: t("status.waiting"), tone: "attention" }
    : { word: t("status.unpaired"), tone: "neutral" };
}

/** The browser that a device was paired with, such as "Chrome on Android". */
export function browserWords(
  t: Translate<"devices">,
  { browser, system }: Pick<Device, "browser" | "system">,
): string {
  if (browser && system) return t("browser.named", { browser, system });
  return browser ?? (system ? t("browser.onSystem", { system }) : t("browser.unknown"));
}
