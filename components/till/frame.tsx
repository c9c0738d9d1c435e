import { FlaskConical, LockKeyhole } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useOnline } from "@/components/kit/page/offline";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { SkipLink } from "@/components/kit/ui/skip-link";
import { TillButton } from "./button";
import type { Device } from "./types";

type Props = {
  /** Null before the device is paired. */
  device: Device | null;
  onLock?: () => void;
  /** What happened, for screen readers. */
  announcement?: string;
  children: ReactNode;
};

/** The whole screen: whose till it is, what is wrong with it, and what it shows. */
export function TillFrame({ device, onLock, announcement = "", children }: Props) {
  const t = useTranslations("till");
  const online = useOnline();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b bg-surface">
        <div className="mx-auto flex min-h-16 max-w-5xl items-center gap-3 px-4">
          <StoreLogo url={device?.store.logoUrl ?? null} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-lg font-semibold tracking-tight">
              {device?.store.name ?? t("appName")}
            </p>
            {device && (
              <p className="truncate text-sm text-muted">
                {device.session
                  ? t("frame.at", {
                      cashier: device.session.cashier.name,
                      device: device.device.name,
                    })
                  : device.device.name}
              </p>
            )}
          </div>
          {onLock && (
            <TillButton look="quiet" className="-mr-3 min-h-11" onClick={onLock}>
              <LockKeyhole aria-hidden /> {t("frame.lock")}
            </TillButton>
          )}
        </div>
      </header>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-5xl flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-6 outline-none [@media(max-height:740px)]:py-3"
      >
        {children}
      </main>
      {/* At the bottom, where they move nothing that a finger is about to touch. */}
      <div className="sticky bottom-0 z-10 text-center">
        <div role="alert">
          {!online && (
            <p className="border-t border-danger-line bg-danger-tint px-4 py-3 text-lg font-medium text-danger">
              {t("frame.offline")}
            </p>
          )}
        </div>
        {device?.store.isTest && (
          <p className="flex items-center justify-center gap-2 border-t border-attention-line bg-attention-tint px-4 py-1.5 text-base font-semibold text-attention">
            <FlaskConical className="size-4 shrink-0" aria-hidden />
            {t("frame.testMode")}
          </p>
        )}
      </div>
    </div>
  );
}
