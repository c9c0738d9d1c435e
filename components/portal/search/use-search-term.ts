import { useQuery } from "@tanstack/react-query";
import { post } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { useDebounced } from "@/components/kit/list/search";
import { cleanScan } from "@/lib/base/scan";
import { mayBeCode } from "./search-terms";

/** Shorter texts find too much. */
export const minSearchChars = 3;

/**
 * What to search for once typing has paused; null for nothing. `waiting` until it is known. A text that could be a code
 * is posted, and becomes the card's ID or what else it is.
 */
export function useSearchTerm(typed: string) {
  const { scanPrefix } = useSession().merchant;
  const now = typed.trim();
  const text = useDebounced(now);
  const scanned = cleanScan(text, scanPrefix);
  const isSecret = text.length >= minSearchChars && mayBeCode(scanned);
  const resolved = useQuery({
    queryKey: ["search-term", scanned],
    queryFn: ({ signal }) => post("/api/portal/search", { term: scanned }, undefined, signal),
    enabled: isSecret,
    // Don't cache: the query key may contain a card code.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const known = isSecret ? (resolved.data?.search ?? null) : text;
  return {
    term: known && known.length >= minSearchChars ? known : null,
    waiting: text !== now || (isSecret && resolved.isFetching),
    error: text === now && isSecret ? resolved.error : null,
    retry: resolved.refetch,
  };
}

/** The search as an empty list names it; null for the end of an unknown code. */
export const namedSearch = (search: string | null | undefined) =>
  search?.startsWith("•") ? null : search;
