"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useIsTest } from "@/components/kit/api/session";
import { PageHeader } from "@/components/kit/ui/page-header";
import { EmptyState } from "@/components/kit/ui/states";

type Props = {
  /** The page's texts in the messages. */
  page: "email" | "integrations" | "team" | "transfers";
  children: ReactNode;
};

/** A page that test mode doesn't have, with the reason there. */
export function LiveOnly({ page, children }: Props) {
  const t = useTranslations("testMode");
  const isTest = useIsTest();
  if (!isTest) return children;
  return (
    <>
      <PageHeader title={t(`liveOnly.${page}.title`)} />
      <EmptyState
        icon={<FlaskConical aria-hidden />}
        title={t("liveOnly.heading")}
        text={t(`liveOnly.${page}.text`)}
      />
    </>
  );
}
