import { useQuery } from "@tanstack/react-query";
import { ApiError, get, post, url } from "@/components/kit/api/api";
import type { Card, ListedCard } from "@/components/kit/api/types";
import { useDebounced } from "@/components/kit/list/search";
import { readTerm } from "@/components/portal/cards/search-terms";

const limit = 5;

type FoundCard = Pick<
  ListedCard,
  "uuid" | "last4" | "balanceCents" | "currency" | "status" | "frozen" | "expiresOn"
>;
type FoundCustomer = { id: string; email: string; name: string | null; cards: number };
type SearchResults = { cards: FoundCard[]; customers: FoundCustomer[] };

const nothing: SearchResults = { cards: [], customers: [] };

/** Possible meanings of the typed text. One term can be both the end of a code and a part of an email or a name. */
type PaletteTerm =
  | { kind: "nothing" }
  | { kind: "code"; code: string }
  | { kind: "id"; uuid: string }
  | { kind: "words"; last4: string | null; part: string | null };

const shortestPart = 2;

function readPaletteTerm(typed: string): PaletteTerm {
  const text = typed.trim();
  const term = readTerm(text);
  if (term.kind === "code" || term.kind === "id") return term;
  // Only characters that card codes use.
  const last4 = /^[2-9a-hj-np-z]{4}$/i.test(text) ? text.toUpperCase() : null;
  const part = text.length >= shortestPart ? text : null;
  return last4 || part ? { kind: "words", last4, part } : { kind: "nothing" };
}

/** Search results for the typed text, debounced. */
export function useSearchResults(typed: string) {
  const now = readPaletteTerm(typed);
  const term = readPaletteTerm(useDebounced(typed));
  const settled = JSON.stringify(now) === JSON.stringify(term);
  const found = useQuery({
    queryKey: ["palette", term],
    queryFn: ({ signal }) => find(term, signal),
    enabled: term.kind !== "nothing",
    // Don't cache: the query key may contain a card code.
    gcTime: 0,
  });
  return {
    kind: settled ? term.kind : "nothing",
    waiting: now.kind !== "nothing" && (!settled || found.isFetching),
    error: settled ? found.error : null,
    retry: found.refetch,
    found: (settled && found.data) || nothing,
  };
}

async function find(term: PaletteTerm, signal: AbortSignal): Promise<SearchResults> {
  switch (term.kind) {
    case "code":
      return cardResult(post("/api/v1/cards/lookup", { code: term.code }, undefined, signal));
    case "id":
      return cardResult(get(url("/api/v1/cards/{uuid}", { uuid: term.uuid }), {}, signal));
    case "words": {
      const { last4, part: q } = term;
      const [{ cards }, { customers }] = await Promise.all([
        last4 ? get("/api/portal/cards", { last4, limit }, signal) : nothing,
        q ? get("/api/portal/customers", { q, limit }, signal) : nothing,
      ]);
      return { cards, customers };
    }
    default:
      return nothing;
  }
}

/** The found card as a result; a 404 is an empty result. */
async function cardResult(request: Promise<Card>): Promise<SearchResults> {
  try {
    const card = await request;
    return { ...nothing, cards: [{ ...card, last4: card.code.slice(-4) }] };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return nothing;
    throw error;
  }
}
