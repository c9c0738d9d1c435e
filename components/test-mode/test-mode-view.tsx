"use client";

import { useIsTest, useMayWrite } from "@/components/session";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { ClockSection } from "./clock-section";
import { TestMails } from "./test-mails";

/** The test store's clock, and the emails that it didn't send. */
export function TestModeView() {
  const isTest = useIsTest();
  const mayWrite = useMayWrite();
  if (!isTest) {
    return (
      <PageHeader
        title="Test mode"
        purpose="Open the store menu and choose “Switch to test mode” to try the API without real money."
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Test mode"
        purpose="This store has its own cards, API keys and webhooks. It sends no email and moves no real money."
      />
      {mayWrite ? (
        <>
          <ClockSection />
          <Section title="Emails">
            <TestMails />
          </Section>
        </>
      ) : (
        <p className="text-muted">Only owners and managers can move the clock and see emails.</p>
      )}
    </>
  );
}
