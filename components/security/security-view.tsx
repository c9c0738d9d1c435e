"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { readOptions } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded, Skeleton } from "@/components/ui/states";
import { PasskeysSection } from "./passkeys-section";
import { Section } from "./section";
import { SessionsSection } from "./sessions-section";
import { TwoStepSection } from "./two-step-section";

// Forms are heavy, so they load when opened.
const ChangePasswordDialog = dynamic(
  async () => (await import("./security-dialogs")).ChangePasswordDialog,
);

/** The person's own security settings: password, two-step sign-in, sessions. */
export function SecurityView() {
  const security = useQuery(readOptions(["security"], "/api/portal/security"));
  return (
    <>
      <PageHeader
        title="Security"
        purpose="Of your own account, in every store you work for. Nobody else can change it."
      />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <Loaded query={security} what="Your security settings" loading={<Loading />}>
          {({ passwordChangedAt, twoStep }) => (
            <>
              <PasswordSection changedAt={passwordChangedAt} />
              <TwoStepSection twoStep={twoStep} />
              <PasskeysSection />
            </>
          )}
        </Loaded>
        <SessionsSection />
      </div>
    </>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading your security settings" className="grid gap-4">
    {["password", "two steps"].map((section) => (
      <div key={section} className="grid gap-3 rounded-md border bg-surface p-5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-3.5 w-80 max-w-full" />
      </div>
    ))}
  </div>
);

function PasswordSection({ changedAt }: { changedAt: string | null }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title="Password"
      text={
        changedAt ? (
          <>
            Changed <Time at={changedAt} />.
          </>
        ) : (
          "Never changed since the account was made."
        )
      }
      action={<Button onClick={() => setChanging(true)}>Change password</Button>}
    >
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}
