import type { UseQueryResult } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState, Loaded } from "@/components/ui/states";
import { type Mail, MailItem } from "./mail-item";

type Props = { query: UseQueryResult<{ mails: (Mail & { id: string })[] }>; emptyText: string };

/** Emails that are kept here instead of being sent. */
export function MailList({ query, emptyText }: Props) {
  const t = useTranslations("mail");
  return (
    <Loaded query={query}>
      {({ mails }) =>
        mails.length === 0 ? (
          <EmptyState icon={<MailIcon aria-hidden />} title={t("none")} text={emptyText} />
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
}
