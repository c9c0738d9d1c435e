"use client";

import { Search } from "lucide-react";
import { useState } from "react";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";

type Props = { label: string; value: string | null; onSearch: (q: string | null) => void };

/** Finds people by their e-mail address or its beginning; `value` is what is searched for now. */
export function EmailSearch({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  return (
    <search className="w-full md:max-w-md">
      <form
        method="post"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim() || null);
        }}
      >
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <Input
          data-search
          aria-label={label}
          placeholder="E-mail address or its beginning"
          className="px-9"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={254}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 md:block">
          <Kbd>/</Kbd>
        </span>
      </form>
    </search>
  );
}
