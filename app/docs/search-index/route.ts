import { guides } from "@/components/docs/pages";
import { searchDocuments } from "@/components/docs/search-documents";
import { reference } from "../reference";

const CACHE_SECONDS = 3_600;

let cached: string | undefined;

/** What the search of the docs loads when someone first uses it. */
export function GET(): Response {
  cached ??= JSON.stringify(searchDocuments(guides, reference().operations));
  return new Response(cached, {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${CACHE_SECONDS}`,
    },
  });
}
