import type MiniSearch from "minisearch";
import type { SearchDocument } from "./search-documents";

/** A part of a text, its place in the text, and whether it is a word that was searched for. */
type Part = { text: string; place: number; isMatch: boolean };

export type Found = Pick<SearchDocument, "href" | "page" | "section" | "method"> & {
  snippet: Part[];
};

export type FindSections = (typed: string) => Found[];

const FIELDS = ["page", "section", "keywords", "text"];
/** A short word that is misspelled is another word. */
const MIN_FUZZY_CHARS = 5;
const FUZZINESS = 0.2;

/** Builds the index of these documents. What it returns finds those with all words that are typed, the best first. */
export function indexOf(Index: typeof MiniSearch, documents: SearchDocument[]): FindSections {
  const index = new Index<SearchDocument>({
    idField: "href",
    fields: FIELDS,
    processTerm: stemOf,
    storeFields: ["href", "page", "section", "method", "text"],
    searchOptions: {
      combineWith: "AND",
      prefix: true,
      fuzzy: (term) => (term.length < MIN_FUZZY_CHARS ? false : FUZZINESS),
      boost: { page: 4, section: 4, keywords: 2 },
    },
  });
  index.addAll(documents);
  return (typed) =>
    index.search(typed).map(({ href, page, section, method, text, terms }) => ({
      href,
      page,
      section,
      method,
      snippet: snippetOf(text, new Set(terms)),
    }));
}

/** A word as it is found: in lower case, and "retries" and "retried" as "retry". */
const stemOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ie[sd]$/, "y")
    .replace(/(?<=[^s]{3})s$/, "");

// The index splits texts here too.
const BETWEEN_WORDS = /([\n\r\p{Z}\p{P}]+)/u;
/** Words and what is between them. */
const PARTS_BEFORE = 16;
const PARTS = 64;

/** The part of a text around the first word that was found; its beginning, if none is in it. */
function snippetOf(text: string, terms: Set<string>): Part[] {
  const parts = text
    .split(BETWEEN_WORDS)
    .map((part, place) => ({ text: part, place, isMatch: terms.has(stemOf(part)) }));
  const start = Math.max(0, parts.findIndex(({ isMatch }) => isMatch) - PARTS_BEFORE);
  const shown = parts.slice(start, start + PARTS);
  const ellipsis = (isCut: boolean) => (isCut ? [{ text: "…", place: -1, isMatch: false }] : []);
  return [...ellipsis(start > 0), ...shown, ...ellipsis(start + PARTS < parts.length)];
}

let loading: Promise<FindSections> | undefined;

/** Loads the index of the docs, once. A failed load can be tried again. */
export function loadSections(): Promise<FindSections> {
  loading ??= Promise.all([import("minisearch"), loadDocuments()])
    .then(([{ default: Index }, documents]) => indexOf(Index, documents))
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

async function loadDocuments(): Promise<SearchDocument[]> {
  const response = await fetch("/docs/search-index");
  if (!response.ok) throw new Error(`The search index responded with ${response.status}.`);
  return await response.json();
}
