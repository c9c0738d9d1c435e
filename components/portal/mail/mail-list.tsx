import type { UseQueryResult } from "@tanstack/react-query";
import { Mail as MailIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState, Loaded } from "@/components/kit/ui/states";
import { type Mail, MailItem } from "./mail-item";

type Props = { query: UseQueryResult<{ mails: Mail[] }>; emptyText: string };

/** Emails that are kept here instead of being sent. One is open: the newest, until another is chosen. */
export function MailList({ query, emptyText }: Props) {
  const t = useTranslations("mail");
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Loaded query={query}>
      {({ mails }) =>
        mails.length === 0 ? (
          <EmptyState icon={<MailIcon aria-hidden />} title={t("none")} text={emptyText} />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {mails.map((mail) => (
              <MailItem
                key={mail.id}
                mail={mail}
                open={mail.id === (chosen ?? mails[0]?.id)}
                onToggle={() => setChosen(mail.id === (chosen ?? mails[0]?.id) ? "" : mail.id)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
