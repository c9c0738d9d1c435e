import { useTranslations } from "next-intl";
import { LocalTime } from "@/components/ui/format";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  createdAt: string;
  sendAt?: string | null;
};

const URL_PATTERN = /(https?:\/\/\S+)/;

/** An email that is kept here instead of being sent. Its links work. */
export function MailItem({ mail }: { mail: Mail }) {
  const t = useTranslations("mail");
  const { sendAt } = mail;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{mail.subject}</h2>
        <span className="text-sm text-muted">
          {sendAt ? (
            t.rich("item.scheduled", { time: () => <LocalTime at={sendAt} /> })
          ) : (
            <LocalTime at={mail.createdAt} />
          )}
        </span>
      </div>
      <p className="text-sm break-all text-muted">{t("item.to", { email: mail.to })}</p>
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
}
