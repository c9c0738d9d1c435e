"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useMayWrite } from "@/components/session";
import type { Store } from "@/components/types";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded, LoadingStatus, Skeleton } from "@/components/ui/states";
import { useStore } from "./use-store";
import { balancePageUrl, validityWords } from "./words";

// Loads in parallel with the settings.
const loadForm = async () => (await import("./store-form")).StoreForm;
const StoreForm = dynamic(loadForm, { loading: () => <FormSkeleton /> });

export function StoreView() {
  const mayWrite = useMayWrite();
  const store = useStore();

  useEffect(() => {
    if (mayWrite) loadForm().catch(() => {});
  }, [mayWrite]);

  return (
    <>
      <PageHeader title="Store" purpose="Your store's name, currency and time zone." />
      <section aria-label="Store settings" className="max-w-[640px] min-w-0">
        <Loaded query={store} loading={<FormSkeleton />}>
          {(settings) =>
            mayWrite ? <StoreForm store={settings} /> : <StoreFacts store={settings} />
          }
        </Loaded>
      </section>
    </>
  );
}

const fields = ["name", "slug", "currency", "zone", "validity"];

const FormSkeleton = () => (
  <LoadingStatus className="grid gap-6">
    {fields.map((field) => (
      <div key={field} className="grid gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </LoadingStatus>
);

const StoreFacts = ({ store }: { store: Store }) => (
  <div className="grid gap-6">
    <Notice tone="info">Owners and managers can change these settings.</Notice>
    <Facts>
      <Fact name="Name">{store.name}</Fact>
      <Fact name="Short name">
        <span className="font-mono text-sm">{store.slug}</span>
      </Fact>
      <Fact name="Balance page">
        <span className="font-mono text-sm wrap-anywhere">{balancePageUrl(store.slug)}</span>
      </Fact>
      <Fact name="Currency of new cards">{store.currency}</Fact>
      <Fact name="Time zone">{store.timeZone.replaceAll("_", " ")}</Fact>
      <Fact name="Cards expire">{validityWords(store.validityMonths)}</Fact>
      <Fact name="Second factor">
        {store.requiresSecondFactor ? "Required for everyone on the team" : "Optional"}
      </Fact>
    </Facts>
  </div>
);
