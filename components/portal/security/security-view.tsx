"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Time } from "@/components/kit/ui/format";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Loaded, LoadingStatus, Skeleton } from "@/components/kit/ui/states";
import { PasskeysSection } from "./passkeys-section";
import { security } from "./reads";
import { Section } from "./section";
import { SessionsSection } from "./sessions-section";
import { TwoStepSection } from "./two-step-section";

// Forms are heavy, so they load when opened.
const ChangePasswordDialog = dynamic(
  async () => (await import("./security-dialogs")).ChangePasswordDialog,
);

/** The person's own security settings: password, two-step sign-in, sessions. */
export function SecurityView() {
  const t = useTranslations("security");
  const query = useQuery(security);
  return (
    <>
      <PageHeader title={t("title")} purpose={t("purpose")} />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <Loaded query={query} loading={<Loading />}>
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
  <LoadingStatus className="grid gap-4">
    {["password", "twoStep"].map((section) => (
      <div key={section} className="grid gap-3 rounded-md border bg-surface p-5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-3.5 w-80 max-w-full" />
      </div>
    ))}
  </LoadingStatus>
);

function PasswordSection({ changedAt }: { changedAt: string | null }) {
  const t = useTranslations("security");
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title={t("password.title")}
      text={
        changedAt
          ? t.rich("password.changed", { time: () => <Time at={changedAt} /> })
          : t("password.neverChanged")
      }
      action={<Button onClick={() => setChanging(true)}>{t("password.change.title")}</Button>}
    >
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}
