"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { cx } from "@/components/kit/ui/cx";
import type { NavGroup } from "./pages";
import { Method } from "./prose";

export function Contents({ groups, label }: { groups: NavGroup[]; label: string }) {
  const pathname = usePathname();
  // Keep the selected shape and language.
  const query = useSearchParams().toString();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector(`[href="${pathname}"], [href^="${pathname}?"]`);
    // Only the sidebar: on phones, the contents are part of the page.
    if (nav.current?.closest("aside")) current?.scrollIntoView({ block: "nearest" });
    nav.current?.closest("details")?.removeAttribute("open");
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={label} className="grid gap-6">
      {groups.map(({ title, entries }) => (
        <div key={title}>
          <p className="mb-1 px-2 text-xs font-medium text-subtle">{title}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.href}>
                <Link
                  href={query ? `${entry.href}?${query}` : entry.href}
                  prefetch={false}
                  aria-current={entry.href === pathname ? "page" : undefined}
                  className={cx(
                    "flex min-h-11 items-center gap-2 rounded-md px-2 text-sm md:min-h-8",
                    entry.href === pathname
                      ? "bg-accent-tint font-medium text-accent-text"
                      : "text-muted hover:bg-hover hover:text-ink",
                  )}
                >
                  {entry.method && <Method name={entry.method} />}
                  <span className="min-w-0 wrap-anywhere">{entry.label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
