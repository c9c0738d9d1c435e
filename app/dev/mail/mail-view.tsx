"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { readOptions } from "@/components/kit/api/read-options";
import { PageHeader } from "@/components/kit/ui/page-header";
import { MailList } from "@/components/portal/mail/mail-list";

const watchMs = 3_000;

/** The emails of a local instance without a mail server. */
export function MailView() {
  const t = useTranslations("mail");
  const query = useQuery({
    ...readOptions(["dev-mail"], "/api/dev/mail"),
    refetchInterval: ({ state }) => (state.error ? false : watchMs),
  });
  return (
    <main className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8">
      <PageHeader title={t("dev.title")} purpose={t("dev.purpose")} />
      <MailList query={query} emptyText={t("dev.empty")} />
    </main>
  );
}
