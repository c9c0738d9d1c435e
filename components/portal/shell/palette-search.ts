import { useQuery } from "@tanstack/react-query";
import { get, type ReplyOf } from "@/components/kit/api/api";
import { useSearchTerm } from "@/components/portal/search/use-search-term";

const limit = 5;
/** Customers and batches contain a shorter part of the text. */
const maxPartChars = 254;

type SearchResults = {
  cards: ReplyOf<"/api/portal/cards">["cards"];
  customers: ReplyOf<"/api/portal/customers">["customers"];
  movements: ReplyOf<"/api/portal/transactions">["movements"];
  batches: ReplyOf<"/api/portal/batches">["batches"];
};

const nothing: SearchResults = { cards: [], customers: [], movements: [], batches: [] };

/** Search results for the typed text, debounced. */
export function useSearchResults(typed: string) {
  const { term, waiting, error, retry } = useSearchTerm(typed);
  const found = useQuery({
    queryKey: ["palette", term],
    queryFn: ({ signal }) => find(term ?? "", signal),
    enabled: term !== null && !waiting,
    gcTime: 0,
  });
  return {
    waiting: waiting || found.isFetching,
    error: error ?? (waiting ? null : found.error),
    retry: error ? retry : found.refetch,
    found: (!waiting && found.data) || nothing,
  };
}

async function find(search: string, signal: AbortSignal): Promise<SearchResults> {
  const [{ cards }, { customers }, { movements }, { batches }] = await Promise.all([
    get("/api/portal/cards", { search, limit }, signal),
    get("/api/portal/customers", { q: search.slice(0, maxPartChars), limit }, signal),
    get("/api/portal/transactions", { search, limit }, signal),
    get("/api/portal/batches", { q: search.slice(0, maxPartChars), limit }, signal),
  ]);
  return { cards, customers, movements, batches };
}
