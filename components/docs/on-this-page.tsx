"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { anchorOf } from "./anchor";

type Props = { sections: string[] };

/** A section is read once its heading is this far from the top, below the page's header. */
const readAtPx = 120;

/** The list of a page's sections, with the current one marked. */
export function OnThisPage({ sections }: Props) {
  const t = useTranslations("docs");
  const current = useReadSection(sections);
  return (
    <nav
      aria-label={t("onThisPage")}
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] w-48 shrink-0 self-start overflow-y-auto xl:block print:hidden"
    >
      <p className="mb-2 text-xs font-medium text-subtle">{t("onThisPage")}</p>
      <Links sections={sections} current={current} />
    </nav>
  );
}

/** The sections of a page above them, folded, on other screens. */
export function FoldedSections({ sections }: Props) {
  const t = useTranslations("docs");
  return (
    <details className="group rounded-md border px-3 xl:hidden print:hidden">
      <summary className="flex h-11 items-center justify-between text-sm font-medium">
        {t("onThisPage")}
        <ChevronDown className="size-4 text-muted group-open:rotate-180" aria-hidden />
      </summary>
      <nav aria-label={t("onThisPage")} className="pb-3">
        <Links sections={sections} current={null} />
      </nav>
    </details>
  );
}

const Links = ({ sections, current }: Props & { current: string | null }) => (
  <ul className="grid border-l">
    {sections.map((title) => (
      <li key={title}>
        <a
          href={`#${anchorOf(title)}`}
          aria-current={title === current ? "location" : undefined}
          className={cx(
            "-ml-px flex min-h-11 items-center border-l-2 py-1 pl-3 text-sm wrap-anywhere xl:min-h-8",
            title === current
              ? "border-accent font-medium text-ink"
              : "border-transparent text-muted hover:text-ink",
          )}
        >
          {title}
        </a>
      </li>
    ))}
  </ul>
);

/** The section whose heading was scrolled past last; at the end of the page its last one. */
function useReadSection(sections: string[]): string | null {
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    const update = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
      const isRead = (title: string) => {
        const heading = document.getElementById(anchorOf(title));
        return isAtEnd || (heading?.getBoundingClientRect().top ?? Infinity) <= readAtPx;
      };
      setRead(sections.findLast(isRead) ?? null);
    };
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [sections]);
  return read;
}
