import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { lastAddressOf, useRememberQuery } from "@/components/kit/list/last-address";
import { useRecordPage } from "@/components/kit/list/recent-pages";
import { cx } from "./cx";

type Props = {
  title: ReactNode;
  /** What the page is for, or what its data comes to. */
  purpose?: ReactNode;
  parent?: { href: string; label: string };
  action?: ReactNode;
  /** The state of what the page shows, next to its title. */
  state?: ReactNode;
  /** Set while the title is still generic, so that the page isn't added to the recent pages. */
  unnamed?: true;
};

/** Page title, purpose and main action, with a link to the parent page as it was left if there is one. */
export function PageHeader({ title, purpose, parent, action, state, unnamed }: Props) {
  const t = useTranslations("common");
  const heading = useRef<HTMLSpanElement>(null);
  useRememberQuery();
  useRecordPage(() => (unnamed ? null : spoken(heading.current)));
  return (
    <header
      className={cx(
        "flex flex-wrap justify-between gap-x-4 gap-y-3",
        purpose || parent ? "items-end" : "items-center",
      )}
    >
      <div className="min-w-0 grow">
        {parent && (
          <nav
            aria-label={t("navigation.breadcrumb")}
            className="mb-1 text-sm text-muted print:hidden"
          >
            <Link
              prefetch={false}
              href={lastAddressOf(parent.href)}
              className="inline-flex items-center gap-1 hover:text-ink hover:underline"
            >
              <ChevronLeft className="size-3.5" aria-hidden />
              {parent.label}
            </Link>
          </nav>
        )}
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold tracking-tight md:text-2xl">
          <span ref={heading} className="min-w-0">
            {title}
          </span>
          {state}
        </h1>
        {purpose && (
          // It wraps next to the action, and doesn't push it down.
          <div className="mt-1 w-0 min-w-full text-muted">
            <div className="max-w-2xl">{purpose}</div>
          </div>
        )}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  );
}

/** An element's text as a screen reader reads it, without decorative parts. */
function spoken(element: HTMLElement | null): string | null {
  const copy = element?.cloneNode(true) as HTMLElement | undefined;
  for (const decoration of copy?.querySelectorAll("[aria-hidden]") ?? []) decoration.remove();
  return copy?.textContent ?? null;
}
