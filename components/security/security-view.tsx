"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/queries";
import { PageHeader } from "@/components/ui/page-header";
import { ErrorState, Skeleton } from "@/components/ui/states";
import { PasswordSection } from "./password-section";
import { SessionsSection } from "./sessions-section";
import { TwoStepSection } from "./two-step-section";

/** The person's own security settings: password, two-step sign-in, sessions. */
export function SecurityView() {
  const security = useQuery(read(["security"], "/api/portal/security"));
  return (
    <>
      <PageHeader
        title="Security"
        purpose="Of your own account, in every store you work for. Nobody else can change it."
      />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        {security.isError && !security.data ? (
          <ErrorState query={security} what="Your security settings" />
        ) : security.isPending ? (
          <Loading />
        ) : (
          <>
            <PasswordSection changedAt={security.data.passwordChangedAt} />
            <TwoStepSection twoStep={security.data.twoStep} />
          </>
        )}
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
