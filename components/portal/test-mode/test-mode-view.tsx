"use client";

import { useTranslations } from "next-intl";
import { useIsTest, useMayWrite } from "@/components/kit/api/session";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Section } from "@/components/kit/ui/section";
import { ClockSection } from "./clock-section";
import { TestMails } from "./test-mails";

/** The test store's clock, and the emails that it didn't send. */
export function TestModeView() {
  const t = useTranslations("testMode");
  const isTest = useIsTest();
  const mayWrite = useMayWrite();
  if (!isTest) {
    return <PageHeader title={t("title")} purpose={t("howToSwitch")} />;
  }
  return (
    <>
      <PageHeader title={t("title")} purpose={t("purpose")} />
      {mayWrite ? (
        <>
          <ClockSection />
          <Section title={t("emails.title")}>
            <TestMails />
          </Section>
        </>
      ) : (
        <p className="text-muted">{t("noAccess")}</p>
      )}
    </>
  );
}
