import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import type { Overview } from "@/components/kit/api/types";
import { formatDay } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { differencesHref } from "@/components/portal/platform/platform";
import { useResendConfirmation } from "@/components/portal/shell/unconfirmed-address";
import { shortUrl } from "@/components/portal/webhooks/words";

type Item = {
  id: string;
  text: string;
  link?: { href: string; label: string };
  action?: ReactNode;
};

type Props = { attention: Overview["attention"] };

/** What someone on the team has to act on, one line each. Nothing is shown when there is nothing. */
export function AttentionPanel({ attention }: Props) {
  const t = useTranslations("overview");
  const items = useItems(attention);
  if (items.length === 0) return null;
  return (
    <section
      aria-labelledby="attention"
      className="rounded-md border border-attention-line bg-surface"
    >
      <h2
        id="attention"
        className="flex items-center gap-2 rounded-t-md bg-attention-tint px-4 py-2 font-semibold text-attention"
      >
        <TriangleAlert className="size-4" aria-hidden />
        {t("attention.title")}
      </h2>
      <ul className="divide-y">
        {items.map(({ id, text, link, action }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 md:flex-nowrap"
          >
            <span className="min-w-0 wrap-anywhere">{text}</span>
            {link && (
              <Button asChild size="sm">
                <Link href={link.href} prefetch={false}>
                  {link.label}
                </Link>
              </Button>
            )}
            {action}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useItems(attention: Props["attention"]): Item[] {
  const t = useTranslations("overview");
  const ts = useTranslations("shell");
  const { merchant, user } = useSession();
  const mayWrite = useMayWrite();
  return [
    ...(user.isConfirmed
      ? []
      : [
          {
            id: "unconfirmed",
            text: [
              t("attention.unconfirmed", { email: user.email }),
              merchant.isConfirmed ? "" : ts("confirmEmail.untilThen"),
            ].join(" "),
            action: <ResendButton />,
          },
        ]),
    ...attention.webhooks.map(({ id, url }) => ({
      id,
      text: t("attention.webhook", { url: shortUrl(url) }),
      link: {
        href: `/webhooks/${id}`,
        label: t(mayWrite ? "attention.fixWebhook" : "attention.viewWebhook"),
      },
    })),
    ...attention.keys.map(({ id, name, expiresAt }) => ({
      id,
      text: t("attention.key", { name, date: formatDay(new Date(expiresAt), merchant.timeZone) }),
      link: {
        href: "/settings/api-keys",
        label: t(mayWrite ? "attention.reviewKeys" : "attention.viewKeys"),
      },
    })),
    ...countItems(t, attention, mayWrite),
  ];
}

/** The items that are a number. Viewers can't open the pages of emails. */
function countItems(
  t: Translate<"overview">,
  { differences, failedEmails, bouncedAddresses }: Props["attention"],
  mayWrite: boolean,
): Item[] {
  const items = [
    {
      id: "differences",
      count: differences,
      href: differencesHref(),
      label: mayWrite ? "settleDifferences" : "viewDifferences",
    },
    {
      id: "failedEmails",
      count: failedEmails,
      href: mayWrite ? "/settings/audit-log?action=mail.failed" : null,
      label: "viewFailedEmails",
    },
    {
      id: "bouncedAddresses",
      count: bouncedAddresses,
      href: mayWrite ? "/settings/email" : null,
      label: "reviewAddresses",
    },
  ] as const;
  return items
    .filter(({ count }) => count > 0)
    .map(({ id, count, href, label }) => ({
      id,
      text: t(`attention.${id}`, { count }),
      ...(href && { link: { href, label: t(`attention.${label}`) } }),
    }));
}

function ResendButton() {
  const t = useTranslations("shell");
  const resend = useResendConfirmation();
  return (
    <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate({})}>
      {t("confirmEmail.resend")}
    </Button>
  );
}
