"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { useEffect, useId, useRef, useState } from "react";
import { matches } from "@/components/matches";
import { Input } from "@/components/ui/field";
import { Method } from "./method";
import type { NavEntry } from "./nav";

const most = 12;

/** Finds pages, operations, error codes and events of the reference by their words. */
export function DocsSearch({ entries }: { entries: NavEntry[] }) {
  const [typed, setTyped] = useState("");
  const listId = useId();
  const box = useRef<HTMLElement>(null);
  const wanted = typed.trim();
  const found = wanted
    ? entries.filter(({ label, method = "", also }) =>
        matches(wanted, `${method} ${label} ${also}`),
      )
    : [];

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

  return (
    <search
      ref={box}
      className="relative mr-auto w-full max-w-sm"
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped("");
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTyped("");
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        aria-label="Search the reference"
        aria-controls={listId}
        placeholder="Search"
        autoComplete="off"
        className="pl-9"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div
        id={listId}
        className="absolute inset-x-0 top-full mt-1 max-h-96 overflow-y-auto rounded-md bg-surface shadow-float empty:hidden"
      >
        {wanted && (
          <>
            <p role="status" className="px-3 pt-2 text-xs text-muted">
              {found.length === 0 ? "Nothing matches." : `${found.length} found`}
            </p>
            <ul className="p-1">
              {found.slice(0, most).map(({ href, label, method }) => (
                <li key={href}>
                  <Link
                    href={href}
                    onClick={() => setTyped("")}
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
