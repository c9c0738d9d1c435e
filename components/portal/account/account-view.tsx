"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { remove } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsTest, useSession } from "@/components/kit/api/session";
import type { Account } from "@/components/kit/api/types";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { strong } from "@/components/kit/ui/strong";
import { Section } from "@/components/portal/security/section";

// Forms are heavy, so they load after the page.
const NameForm = dynamic(async () => (await import("./account-forms")).NameForm);
const NotificationsForm = dynamic(async () => (await import("./account-forms")).NotificationsForm);
const ChangeEmailDialog = dynamic(
  async () => (await import("./change-email-dialog")).ChangeEmailDialog,
);

/** The person's own name and email, and the emails about the store that they want. */
export function AccountView() {
  const t = useTranslations("account");
  const { merchant } = useSession();
  const isTest = useIsTest();
  const query = useQuery(readOptions(["account"], "/api/portal/account"));
  return (
    <>
      <PageHeader title={t("title")} purpose={t("purpose")} />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <Loaded query={query} loading={<Skeletons bars={["h-28", "h-20", "h-44"]} />}>
          {(account) => (
            <>
              <Section title={t("profile.title")} text={t("profile.text")}>
                <NameForm account={account} />
              </Section>
              <EmailSection account={account} />
              {!isTest && (
                <Section
                  title={t("notifications.title", { store: merchant.name })}
                  text={t("notifications.text")}
                >
                  <NotificationsForm account={account} />
                </Section>
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function EmailSection({ account: { email, isConfirmed, pendingEmail } }: { account: Account }) {
  const t = useTranslations("account");
  const [changing, setChanging] = useState(false);
  const cancel = useAction({
    send: () => remove("/api/portal/account/email"),
    refresh: [["account"]],
    done: () => toast(t("email.cancelled", { email })),
  });
  return (
    <Section
      title={t("email.title")}
      state={
        <Chip
          tone={isConfirmed ? "positive" : "attention"}
          word={t(isConfirmed ? "email.confirmed" : "email.unconfirmed")}
        />
      }
      text={<span className="wrap-anywhere">{t.rich("email.text", { email, b: strong })}</span>}
      action={<Button onClick={() => setChanging(true)}>{t("changeEmail.title")}</Button>}
    >
      {pendingEmail && (
        <Notice tone="info">
          <span className="wrap-anywhere">
            {t.rich("email.pending", { email: pendingEmail, b: strong })}
          </span>{" "}
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("email.cancel")}
          </Button>
        </Notice>
      )}
      <RequestFailure error={cancel.error} />
      {changing && <ChangeEmailDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}
