import { useQuery } from "@tanstack/react-query";
import { MailList } from "@/components/mail/mail-list";
import { readOptions } from "@/components/queries";

/** The newest emails that the test store would have sent. */
export function TestMails() {
  const query = useQuery(readOptions(["test-mails"], "/api/portal/test-mails"));
  return (
    <MailList
      query={query}
      emptyText="Emails to customers and owners appear here. They are never sent."
    />
  );
}
