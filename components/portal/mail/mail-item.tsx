import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { LocalTime } from "@/components/kit/ui/format";
import { Segments } from "@/components/kit/ui/segments";

export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  createdAt: string;
  sendAt: string | null;
};

const VIEWS = ["email", "text", "headers"] as const;
const URL_PATTERN = /(https?:\/\/\S+)/;

type Props = { mail: Mail; open: boolean; onToggle: () => void };

/** An email that is kept here instead of being sent. Its links work. */
export function MailItem({ mail, open, onToggle }: Props) {
  const t = useTranslations("mail");
  const { sendAt } = mail;
  const id = useId();
  return (
    <li className="rounded-md border bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full items-start gap-3 rounded-md p-4 text-left hover:bg-hover"
        >
          <ChevronDown
            className={cx("mt-1 size-4 shrink-0 text-muted", open && "rotate-180")}
            aria-hidden
          />
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
            <span className="min-w-0 font-semibold wrap-anywhere">{mail.subject}</span>
            <span className="text-sm text-muted">
              {sendAt ? (
                t.rich("item.scheduled", { time: () => <LocalTime at={sendAt} /> })
              ) : (
                <LocalTime at={mail.createdAt} />
              )}
            </span>
            <span className="w-full text-sm break-all text-muted">
              {t("item.to", { email: mail.to })}
            </span>
          </span>
        </button>
      </h2>
      <div id={id}>{open && <MailBody mail={mail} />}</div>
    </li>
  );
}

function MailBody({ mail }: { mail: Mail }) {
  const t = useTranslations("mail");
  const [view, setView] = useState<(typeof VIEWS)[number]>("email");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
      <Segments
        label={t("item.view")}
        value={view}
        onValueChange={setView}
        options={VIEWS.map((value) => ({ value, label: t(`item.views.${value}`) }))}
      />
      {view === "email" && <MailFrame mail={mail} />}
      {view === "text" && (
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
      )}
      {view === "headers" && (
        <dl className="grid gap-1 font-mono text-sm">
          {Object.entries(mail.headers).map(([name, value]) => (
            <div key={name} className="wrap-anywhere">
              <dt className="inline text-muted">{name}:</dt> <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The email as its reader sees it. The frame runs no scripts; its links open in a new tab. */
function MailFrame({ mail }: { mail: Mail }) {
  const [heightPx, setHeightPx] = useState(480);
  return (
    <iframe
      title={mail.subject}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={mail.html}
      onLoad={({ currentTarget }) => {
        const page = currentTarget.contentDocument?.documentElement;
        if (page) setHeightPx(page.scrollHeight);
      }}
      style={{ height: heightPx }}
      className="w-full rounded-md border bg-paper"
    />
  );
}
