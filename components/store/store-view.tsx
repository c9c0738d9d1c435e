"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useMayWrite } from "@/components/session";
import { PageHeader } from "@/components/ui/page-header";
import { ErrorState, Skeleton } from "@/components/ui/states";
import { StoreFacts } from "./store-facts";
import { useStore } from "./use-store";

// Loads in parallel with the settings.
const loadForm = async () => (await import("./store-form")).StoreForm;
const StoreForm = dynamic(loadForm, { loading: () => <FormSkeleton /> });

/** The store settings page. */
export function StoreView() {
  const mayWrite = useMayWrite();
  const store = useStore();

  useEffect(() => {
    if (mayWrite) loadForm().catch(() => {});
  }, [mayWrite]);

  return (
    <>
      <PageHeader
        title="Store"
        purpose="What your cards are sold under, in which money and time."
      />
      <section aria-label="Store settings" className="max-w-[640px] min-w-0">
        {store.data ? (
          mayWrite ? (
            <StoreForm store={store.data} />
          ) : (
            <StoreFacts store={store.data} />
          )
        ) : store.isError ? (
          <ErrorState query={store} what="The settings" />
        ) : (
          <FormSkeleton />
        )}
      </section>
    </>
  );
}

const fields = ["name", "slug", "currency", "zone", "validity"];

const FormSkeleton = () => (
  <div role="status" aria-label="Loading settings" className="grid gap-6">
    {fields.map((field) => (
      <div key={field} className="grid gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </div>
);
