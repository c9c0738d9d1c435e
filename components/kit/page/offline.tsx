"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useOnline } from "@/components/kit/api/use-online";

export function OfflineNotice() {
  const t = useTranslations("common");
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-b border-attention-line bg-attention-tint px-4 py-2 text-sm text-attention">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {t("offline")}
        </p>
      )}
    </div>
  );
}
