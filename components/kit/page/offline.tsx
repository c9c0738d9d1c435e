"use client";

import { WifiOff } from "lucide-react";
import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/kit/ui/button";

/**
 * Says that there is no connection, or that the server can't be reached. The router then keeps the page, asks every few
 * seconds, and goes on to where a link led.
 */
export function OfflineNotice() {
  const t = useTranslations("common");
  const online = useOnline();
  const unreachable = useOffline();
  return (
    <div role="status" className="sticky top-[var(--banner-height,0px)] z-20 print:hidden">
      {(!online || unreachable) && (
        <div className="flex items-center justify-center gap-2 border-b border-attention-line bg-attention-tint px-4 py-1.5 text-sm text-attention">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          <p className="py-0.5">{t(online ? "states.unreachable.retrying" : "offline")}</p>
          {online && (
            <Button size="sm" onClick={askNow}>
              {t("actions.retry")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The router asks the server at this event. */
const askNow = () => window.dispatchEvent(new Event("online"));

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Whether the browser has a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
