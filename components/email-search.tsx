"use client";

import { useState } from "react";
import { SearchField } from "@/components/ui/search-field";

type Props = { label: string; value: string | null; onSearch: (q: string | null) => void };

/** Finds people by email or its beginning. `value` is the current search. */
export function EmailSearch({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  return (
    <SearchField
      label={label}
      placeholder="E-mail address or its beginning"
      autoCapitalize="none"
      maxLength={254}
      value={typed}
      onType={setTyped}
      onSearch={() => onSearch(typed.trim() || null)}
    />
  );
}
