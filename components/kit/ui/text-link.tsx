import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);

/** Shown on focus. Leads past the navigation to the element with the id "content". */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md print:hidden bg-ink px-4 py-2 text-canvas focus:translate-y-0"
  >
    {useTranslations("common")("navigation.skip")}
  </a>
);
