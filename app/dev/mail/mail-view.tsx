"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { MailItem } from "@/components/mail/mail-item";
import { readOptions } from "@/components/queries";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "@/components/ui/states";

const watchMs = 3_000;

/** The emails of a local instance without a mail server. */
export function MailView() {
  const query = useQuery({
    ...readOptions(["dev-mail"], "/api/dev/mail"),
    refetchInterval: ({ state }) => (state.error ? false : watchMs),
  });
  return (
    <main className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8">
      <PageHeader
        title="Mail"
        purpose="Without a mail server, what Scrip would have sent is kept here. This page exists only where nobody but this machine can open it."
      />
      <Loaded query={query} what="The mail" loading={<TableSkeleton label="Loading mail" />}>
        {({ mails }) =>
          mails.length === 0 ? (
            <EmptyState
              icon={<MailIcon aria-hidden />}
              title="No mail yet"
              text="Invitations, sign-in links and warnings appear here as soon as they are queued."
            />
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {mails.map((mail) => (
                <MailItem key={mail.id} mail={mail} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </main>
  );
}
