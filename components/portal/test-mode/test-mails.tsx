import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { readOptions } from "@/components/kit/api/queries";
import { MailList } from "@/components/portal/mail/mail-list";

/** The newest emails that the test store would have sent. */
export function TestMails() {
  const t = useTranslations("testMode");
  const query = useQuery(readOptions(["test-mails"], "/api/portal/test-mails"));
  return <MailList query={query} emptyText={t("emails.empty")} />;
}
