import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { readOptions } from "@/components/kit/api/read-options";
import { Button } from "@/components/kit/ui/button";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { LazyQrCode } from "@/components/kit/ui/lazy/codes";
import { TextLink } from "@/components/kit/ui/text-link";
import { browserWords, type Device, isWaiting } from "./words";

const pollMs = 2_000;

export type ShownPairingCode = { device: Device; pairingCode: string };

type Props = ShownPairingCode & { onClose: () => void };

/** Shows a pairing code, once, and waits until a browser is paired with it. */
export function PairDialog({ device, pairingCode, onClose }: Props) {
  const t = useTranslations("devices");
  const address = `${window.location.origin}/till`;
  const current = useDevice(device);
  const isPaired = current.pairedAt !== device.pairedAt;
  return (
    <Dialog onClose={onClose} title={t("pair.title", { name: device.name })}>
      {!isPaired && (
        <ol className="grid gap-5">
          <li className="grid gap-2">
            <p>{t("pair.open")}</p>
            <div className="flex flex-wrap items-center gap-4">
              <LazyQrCode
                // A fragment never leaves the device that scans it.
                text={`${address}#code=${pairingCode}`}
                label={t("pair.qrLabel", { url: address })}
                className="size-28 rounded-md border"
              />
              <p className="min-w-0 flex-1 font-mono break-all">{address}</p>
            </div>
          </li>
          <li className="grid gap-2">
            <p>{t("pair.enter")}</p>
            <div className="flex items-center justify-center gap-2 rounded-md bg-sunken p-4">
              <output
                aria-label={t("pair.codeLabel")}
                className="font-mono text-2xl font-semibold tracking-widest"
              >
                {pairingCode}
              </output>
              <CopyButton text={pairingCode} label={t("pair.copyCode")} />
            </div>
            <p className="text-sm text-muted">{t("pair.works")}</p>
          </li>
        </ol>
      )}
      <div role="status" className="mt-5">
        <PairingState device={current} isPaired={isPaired} />
      </div>
      <DialogActions>
        <Button variant={isPaired ? "primary" : "secondary"} onClick={onClose}>
          {t(isPaired ? "pair.done" : "pair.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The device as it is now. Asks again until a browser is paired or the code has expired. */
function useDevice(shown: Device): Device {
  const query = useQuery({
    ...readOptions(["devices"], "/api/portal/devices"),
    refetchInterval: ({ state }) => {
      const now = state.data?.devices.find(({ id }) => id === shown.id) ?? shown;
      return isWaiting(now, new Date()) ? pollMs : false;
    },
  });
  return query.data?.devices.find(({ id }) => id === shown.id) ?? shown;
}

function PairingState({ device, isPaired }: { device: Device; isPaired: boolean }) {
  const t = useTranslations("devices");
  if (isPaired) {
    return (
      <>
        <p className="flex items-center gap-2 font-medium text-positive">
          <CircleCheck className="size-5 shrink-0" aria-hidden />
          {t("pair.paired", { browser: browserWords(t, device) })}
        </p>
        <NextStep />
      </>
    );
  }
  return isWaiting(device, new Date()) ? (
    <p className="flex items-center gap-2 text-muted">
      <LoaderCircle className="size-5 shrink-0 motion-safe:animate-spin" aria-hidden />
      {t("pair.waiting")}
    </p>
  ) : (
    <p className="flex items-center gap-2 text-attention">
      <Clock className="size-5 shrink-0" aria-hidden />
      {t("pair.expired")}
    </p>
  );
}

/** A till without cashiers can't be used yet. */
function NextStep() {
  const t = useTranslations("devices");
  const { data } = useQuery(readOptions(["cashiers"], "/api/portal/cashiers"));
  if (!data || data.cashiers.some(({ deactivatedAt }) => deactivatedAt === null)) return null;
  return (
    <p className="mt-2">
      {t.rich("pair.addCashier", {
        link: (text) => <TextLink href="/settings/cashiers?open=add">{text}</TextLink>,
      })}
    </p>
  );
}
