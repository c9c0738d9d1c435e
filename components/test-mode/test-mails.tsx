import { useQuery } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { MailItem } from "@/components/mail/mail-item";
import { readOptions } from "@/components/queries";
import { EmptyState, Loaded, TableSkeleton } from "@/components/ui/states";

/** The newest emails that the test store would have sent. */
export function TestMails() {
  const query = useQuery(readOptions(["test-mails"], "/api/portal/test-mails"));
  return (
    <Loaded query={query} what="The emails" loading={<TableSkeleton label="Loading emails" />}>
      {({ mails }) =>
        mails.length === 0 ? (
          <EmptyState
            icon={<MailIcon aria-hidden />}
            title="No emails yet"
            text="Emails to customers and owners appear here. They are never sent."
          />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {mails.map((mail) => (
              <MailItem key={mail.id} mail={{ ...mail, sendAt: null }} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
