"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useMayWrite } from "@/components/kit/api/session";
import type { Store } from "@/components/kit/api/types";
import { formatMoney, usualCentsOf } from "@/components/kit/money/money";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { FormSkeleton, Loaded } from "@/components/kit/ui/states";
import { useStore } from "./use-store";
import { balancePageUrl, languageName, validityWords } from "./words";

// Loads in parallel with the settings.
const loadForm = async () => (await import("./store-form")).StoreForm;
const StoreForm = dynamic(loadForm, { loading: () => <FormSkeleton /> });

export function StoreView() {
  const t = useTranslations("store");
  const mayWrite = useMayWrite();
  const store = useStore();

  useEffect(() => {
    if (mayWrite) loadForm().catch(() => {});
  }, [mayWrite]);

  return (
    <>
      <PageHeader title={t("title")} purpose={t("purpose")} />
      <section aria-label={t("settings")} className="max-w-[640px] min-w-0">
        <Loaded query={store} loading={<FormSkeleton />}>
          {(settings) =>
            mayWrite ? <StoreForm store={settings} /> : <StoreFacts store={settings} />
          }
        </Loaded>
      </section>
    </>
  );
}

function StoreFacts({ store }: { store: Store }) {
  const t = useTranslations("store");
  return (
    <div className="grid gap-6">
      <Notice tone="info">{t("noAccess")}</Notice>
      <Facts>
        <Fact name={t("name")}>{store.name}</Fact>
        <Fact name={t("shortName")}>
          <span className="font-mono text-sm">{store.slug}</span>
        </Fact>
        <Fact name={t("balancePage")}>
          <span className="font-mono text-sm wrap-anywhere">{balancePageUrl(store.slug)}</span>
        </Fact>
        <Fact name={t("cardCurrency")}>{store.currency}</Fact>
        <Fact name={t("timeZone")}>{store.timeZone.replaceAll("_", " ")}</Fact>
        <Fact name={t("language")}>{languageName(store.language)}</Fact>
        <Fact name={t("scanPrefix")}>
          {store.scanPrefix === null ? (
            t("noScanPrefix")
          ) : (
            <span className="font-mono text-sm">{store.scanPrefix}</span>
          )}
        </Fact>
        <Fact name={t("usualAmount")}>
          {formatMoney(usualCentsOf(store.currency, store), store.currency)}
        </Fact>
        <Fact name={t("expiration.legend")}>{validityWords(t, store.validityMonths)}</Fact>
        <Fact name={t("secondFactor.label")}>
          {t(store.requiresSecondFactor ? "secondFactor.required" : "secondFactor.optional")}
        </Fact>
      </Facts>
    </div>
  );
}
