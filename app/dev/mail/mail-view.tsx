"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import type { ReplyOf } from "@/components/api";
import { readOptions } from "@/components/queries";
import { LocalTime } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "@/components/ui/states";

const watchMs = 3_000;

type Mail = ReplyOf<"/api/dev/mail">["mails"][number];

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

const URL_PATTERN = /(https?:\/\/\S+)/;

const MailItem = ({ mail }: { mail: Mail }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border bg-surface p-4">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="font-semibold">{mail.subject}</h2>
      <span className="text-sm text-muted">
        {mail.sendAt && "Will be sent on "}
        <LocalTime at={mail.sendAt ?? mail.createdAt} />
      </span>
    </div>
    <p className="text-sm break-all text-muted">To {mail.to}</p>
    <p className="wrap-anywhere whitespace-pre-line">
      {mail.text.split(URL_PATTERN).map((part) =>
        URL_PATTERN.test(part) ? (
          <a key={part} href={part} className="text-accent-text underline underline-offset-4">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  </li>
);
