import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { SearchField } from "@/components/kit/ui/search-field";
import { minSearchChars, useSearchTerm } from "./use-search-term";

type Props = {
  label: string;
  placeholder: string;
  /** What the list is searched for, from the URL. */
  search: string | null;
  onSearch: (search: string | null) => void;
};

/**
 * Searches a list while it is typed. What was typed stays in the field, also a card's code, of which the list gets the
 * card's ID.
 */
export function ListSearch({ label, placeholder, search, onSearch }: Props) {
  const [t, tc] = [useTranslations("shell"), useTranslations("common")];
  const [typed, setTyped] = useState(search ?? "");
  const { term, waiting, error } = useSearchTerm(typed);
  const [seen, sent] = [useRef(search), useRef(search)];

  useEffect(() => {
    const isNew = search !== seen.current;
    seen.current = search;
    if (isNew && search !== sent.current) {
      // Another part of the page changed it, such as a view or the browser's Back.
      sent.current = search;
      setTyped(search ?? "");
    } else if (!waiting && !error && term !== sent.current) {
      sent.current = term;
      onSearch(term);
    }
  });

  const isShort = typed.trim() !== "" && typed.trim().length < minSearchChars;
  return (
    <SearchField
      type="search"
      label={label}
      placeholder={placeholder}
      maxLength={320}
      value={typed}
      onType={setTyped}
      busy={waiting}
      hint={isShort ? t("search.short", { min: minSearchChars }) : ""}
      problem={error && refusalInWords(tc, error)}
    />
  );
}
