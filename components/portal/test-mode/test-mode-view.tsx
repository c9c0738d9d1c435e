"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsTest, useMayWrite } from "@/components/kit/api/session";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Section } from "@/components/kit/ui/section";
import { MailList } from "@/components/portal/mail/mail-list";
import { ClockSection } from "./clock-section";

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

/** The newest emails that the test store would have sent. */
function TestMails() {
  const t = useTranslations("testMode");
  const query = useQuery(readOptions(["test-mails"], "/api/portal/test-mails"));
  return <MailList query={query} emptyText={t("emails.empty")} />;
}
