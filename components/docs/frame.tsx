import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OfflineNotice } from "@/components/kit/page/offline";
import { SkipLink } from "@/components/kit/ui/skip-link";
import { Contents } from "./contents";
import type { NavGroup } from "./pages";
import { DocsSearch } from "./search";

type Props = { groups: NavGroup[]; children: ReactNode };

export function DocsFrame({ groups, children }: Props) {
  const t = useTranslations("docs");
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-20 border-b bg-canvas print:hidden">
        <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-3 px-4 md:px-6">
          <Link href="/docs" className="flex h-11 shrink-0 items-center gap-2 font-semibold">
            <span
              className="grid size-7 place-items-center rounded-md bg-accent text-sm text-accent-ink"
              aria-hidden
            >
              S
            </span>
            <span className="max-sm:sr-only">{t("frame.name")}</span>
          </Link>
          <DocsSearch />
          <Link
            href="/"
            className="flex h-11 shrink-0 items-center text-sm font-medium text-muted hover:text-ink"
          >
            {t("frame.dashboard")}
          </Link>
        </div>
        <OfflineNotice />
      </header>
      <div className="mx-auto max-w-[1440px] md:flex">
        <aside className="sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] w-72 shrink-0 self-start overflow-y-auto border-r px-4 py-6 md:block print:hidden">
          <Contents groups={groups} label={t("frame.label")} />
        </aside>
        <details className="group border-b px-4 md:hidden print:hidden">
          <summary className="flex h-11 items-center justify-between text-sm font-medium">
            {t("frame.contents")}
            <ChevronDown className="size-4 text-muted group-open:rotate-180" aria-hidden />
          </summary>
          <div className="pb-4">
            <Contents groups={groups} label={t("frame.contents")} />
          </div>
        </details>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-8 outline-none md:px-10">
          {children}
        </main>
      </div>
    </>
  );
}
