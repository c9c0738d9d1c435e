import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/kit/ui/notice";

type Props = { title: ReactNode; purpose?: ReactNode; parent?: { href: string; label: string } };

export const Heading = ({ title, purpose, parent }: Props) => (
  <div className="min-w-0">
    {parent && (
      <Link
        href={parent.href}
        className="-ml-1 inline-flex h-11 items-center gap-1 pr-3 text-muted hover:text-ink hover:underline"
      >
        <ChevronLeft className="size-4" aria-hidden />
        {parent.label}
      </Link>
    )}
    <h1 className="text-xl font-semibold tracking-tight break-words md:text-2xl">{title}</h1>
    {purpose && <div className="mt-1 text-muted">{purpose}</div>}
  </div>
);

/** Notice for a session opened by an email link to a single card. */
export const OneCardNotice = () => (
  <Notice tone="info">
    {useTranslations("wallet").rich("oneCard", {
      link: (text) => (
        <Link href="/wallet/sign-in" className="font-medium underline underline-offset-4">
          {text}
        </Link>
      ),
    })}
  </Notice>
);
