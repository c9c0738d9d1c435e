"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { matches } from "@/components/kit/list/search";
import { Input } from "@/components/kit/ui/field";
import type { NavEntry } from "./pages";
import { Method } from "./prose";

const maxResults = 12;

export function DocsSearch({ entries }: { entries: NavEntry[] }) {
  const t = useTranslations("docs");
  const [query, setQuery] = useState("");
  const listId = useId();
  const box = useRef<HTMLElement>(null);
  const trimmed = query.trim();
  const results = entries.filter(
    ({ label, keywords }) => trimmed && matches(trimmed, `${label} ${keywords}`),
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && event.target.closest("input");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || inField) return;
      event.preventDefault();
      box.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event;
    if (key === "Escape") setQuery("");
    // The field and the results below it, top to bottom.
    const stops = [...currentTarget.querySelectorAll("input, a")];
    const place = document.activeElement ? stops.indexOf(document.activeElement) : -1;
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Enter: place === 0 ? 1 : -1 }[key];
    const stop = stops[next ?? -1];
    if (!(stop instanceof HTMLElement)) return;
    event.preventDefault();
    if (key === "Enter") stop.click();
    else stop.focus();
  };

  return (
    <search
      ref={box}
      className="relative mr-auto w-full max-w-sm"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setQuery("");
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        aria-label={t("search.label")}
        aria-controls={listId}
        placeholder={t("search.placeholder")}
        autoComplete="off"
        className="pl-9"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div
        id={listId}
        className="absolute inset-x-0 top-full mt-1 max-h-96 overflow-y-auto rounded-md bg-surface shadow-float empty:hidden"
      >
        {trimmed && (
          <>
            <p role="status" className="px-3 pt-2 text-xs text-muted">
              {results.length === 0
                ? t("search.none")
                : t("search.found", { count: results.length })}
            </p>
            <ul className="p-1">
              {results.slice(0, maxResults).map(({ href, label, method }) => (
                <li key={href}>
                  <Link
                    href={href}
                    onClick={() => setQuery("")}
                    className="flex min-h-11 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover focus-visible:bg-hover md:min-h-9"
                  >
                    {method && <Method name={method} />}
                    <span className="min-w-0 wrap-anywhere">{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </search>
  );
}
