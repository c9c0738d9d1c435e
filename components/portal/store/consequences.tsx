import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Store } from "@/components/kit/api/types";
import { Notice } from "@/components/kit/ui/notice";
import type { StoreInput } from "./store-values";

/** Describes what the unsaved changes will do, and what stays the same. */
export function Consequences({ store, values }: { store: Store; values: StoreInput }) {
  const t = useTranslations("store");
  const b = (text: ReactNode) => <b className="font-semibold">{text}</b>;
  const { currency, timeZone } = values;
  const validity = values.validity === "never" ? "" : values.months.trim();
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {currency !== store.currency && (
        <Notice tone="info">{t.rich("changes.currency", { currency, b })}</Notice>
      )}
      {timeZone !== store.timeZone && (
        <Notice tone="info">
          {t.rich("changes.timeZone", { timeZone: timeZone.replaceAll("_", " "), b })}
        </Notice>
      )}
      {validity !== String(store.validityMonths ?? "") && (
        <Notice tone="info">{t.rich("changes.expiration", { b })}</Notice>
      )}
    </div>
  );
}
