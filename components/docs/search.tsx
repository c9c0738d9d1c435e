"use client";

import { ChevronRight, Search } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Kbd } from "@/components/kit/ui/chip";
import { Input } from "@/components/kit/ui/field";
import { type FindSections, type Found, loadSections } from "./find-sections";
import { Method } from "./prose";

const maxResults = 12;

// Wrapped: a state that is a function would be called.
type Index = { find: FindSections } | "failed" | null;

export function DocsSearch() {
  const t = useTranslations("docs");
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState<Index>(null);
  const listId = useId();
  const box = useSearchKey();

  const load = () => {
    if (index && index !== "failed") return;
    loadSections().then(
      (find) => setIndex({ find }),
      () => setIndex("failed"),
    );
  };

  return (
    <search
      ref={box}
      className="mr-auto w-full max-w-sm md:relative"
      onFocus={load}
      onKeyDown={(event) => moveFocus(event, () => setQuery(""))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setQuery("");
      }}
    >
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <Input
          aria-label={t("search.label")}
          aria-controls={listId}
          placeholder={t("search.placeholder")}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className="px-9"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            load();
          }}
        />
        <span className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 md:block">
          <Kbd>/</Kbd>
        </span>
      </div>
      <Results id={listId} typed={query.trim()} index={index} onOpen={() => setQuery("")} />
    </search>
  );
}

type ResultsProps = { id: string; typed: string; index: Index; onOpen: () => void };

/** What the search finds, below its field. */
function Results({ id, typed, index, onOpen }: ResultsProps) {
  const t = useTranslations("docs");
  const results = typed && index && index !== "failed" ? index.find(typed) : [];
  const status = () => {
    if (index === "failed") return t("search.failed");
    if (!index) return t("search.loading");
    return results.length === 0 ? t("search.none") : t("search.found", { count: results.length });
  };
  return (
    <div
      id={id}
      className="absolute top-full mt-1 max-h-[70dvh] overflow-y-auto rounded-md bg-surface shadow-float empty:hidden max-md:inset-x-2 md:left-0 md:w-xl"
    >
      {typed && (
        <>
          <p role="status" className="px-3 py-2 text-xs text-muted">
            {status()}
          </p>
          <ul className="grid gap-0.5 px-1 pb-1 empty:hidden">
            {results.slice(0, maxResults).map((found) => (
              <Result key={found.href} {...found} onOpen={onOpen} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The element whose field "/" focuses. */
function useSearchKey() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inField =
        event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || inField) return;
      event.preventDefault();
      box.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return box;
}

/** The arrows move between the field and the results below it. Enter in the field opens the first one. */
function moveFocus(event: ReactKeyboardEvent<HTMLElement>, clear: () => void) {
  const { key, currentTarget } = event;
  if (key === "Escape") clear();
  const stops = [...currentTarget.querySelectorAll("input, a")];
  const place = document.activeElement ? stops.indexOf(document.activeElement) : -1;
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Enter: place === 0 ? 1 : -1 }[key];
  const stop = stops[next ?? -1];
  if (!(stop instanceof HTMLElement)) return;
  event.preventDefault();
  if (key === "Enter") stop.click();
  else stop.focus();
}

type ResultProps = Found & { onOpen: () => void };

const Result = ({ href, page, section, method, snippet, onOpen }: ResultProps) => (
  <li className="group/result">
    <Link
      href={href}
      prefetch={false}
      onClick={onOpen}
      // While the field has the focus, Enter opens the first result.
      className="block rounded-sm px-2 py-1.5 hover:bg-hover focus-visible:bg-hover group-first/result:in-[search:has(input:focus)]:bg-hover"
    >
      <span className="flex flex-wrap items-center gap-x-1 text-sm font-medium">
        {method && <Method name={method} />}
        <span className="min-w-0 wrap-anywhere">{page}</span>
        {section && (
          <>
            <ChevronRight className="size-3.5 shrink-0 text-muted" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{section}</span>
          </>
        )}
      </span>
      <span className="line-clamp-2 text-sm wrap-anywhere text-muted">
        {snippet.map(({ text, place, isMatch }) =>
          isMatch ? (
            <mark key={place} className="bg-transparent font-medium text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </Link>
  </li>
);
