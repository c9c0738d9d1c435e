"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useMayWrite } from "@/components/kit/api/session";
import { PageHeader } from "@/components/kit/ui/page-header";
import { FormSkeleton, Loaded } from "@/components/kit/ui/states";
import { BrandingFacts } from "./branding-facts";
import { useBranding } from "./use-branding";

// Loads in parallel with the branding.
const loadForm = async () => (await import("./branding-form")).BrandingForm;
const BrandingForm = dynamic(loadForm, { loading: () => <FormSkeleton /> });

export function BrandingView() {
  const t = useTranslations("branding");
  const mayWrite = useMayWrite();
  const branding = useBranding();

  useEffect(() => {
    if (mayWrite) loadForm().catch(() => {});
  }, [mayWrite]);

  return (
    <>
      <PageHeader title={t("title")} purpose={t("purpose")} />
      <section aria-label={t("settings")} className="min-w-0">
        <Loaded query={branding} loading={<FormSkeleton />}>
          {(saved) =>
            mayWrite ? <BrandingForm branding={saved} /> : <BrandingFacts branding={saved} />
          }
        </Loaded>
      </section>
    </>
  );
}
