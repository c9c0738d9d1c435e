import type { UseQueryResult } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { EmptyState, Loaded } from "@/components/ui/states";
import { type Mail, MailItem } from "./mail-item";

type Props = { query: UseQueryResult<{ mails: (Mail & { id: string })[] }>; emptyText: string };

/** Emails that are kept here instead of being sent. */
export const MailList = ({ query, emptyText }: Props) => (
  <Loaded query={query}>
    {({ mails }) =>
      mails.length === 0 ? (
        <EmptyState icon={<MailIcon aria-hidden />} title="No emails yet" text={emptyText} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {mails.map((mail) => (
            <MailItem key={mail.id} mail={mail} />
          ))}
        </ul>
      )
    }
  </Loaded>
);
