import type { QueryOf, ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";

export type ViewList = NonNullable<QueryOf<"/api/portal/saved-views">["list"]>;
export type SavedView = ReplyOf<"/api/portal/saved-views">["views"][number];

/** A built-in view of a list. */
export type ListView = {
  label: string;
  /** Its filters and sorting as a query string; empty for the whole list. */
  query: string;
  count?: number | null | undefined;
};

/** The saved views of a list that this person sees: their own, and those shared with the team. */
export const savedViews = (list: ViewList) =>
  readOptions(["saved-views", list], "/api/portal/saved-views", { list });

/** The parameters by which a view filters. */
const filtersOf = (query: string) =>
  [...new URLSearchParams(query)].filter(([name]) => name !== "sort");

/** The built-in view that a list's query string shows: of those whose filters are all set, the one with the most. */
export function shownView(views: readonly ListView[], search: string): ListView | undefined {
  const set = new URLSearchParams(search);
  return views
    .filter(({ query }) => filtersOf(query).every(([name, value]) => set.get(name) === value))
    .sort((a, b) => filtersOf(b.query).length - filtersOf(a.query).length)[0];
}

/** The list's part of the page's URL, as useList() gives it. */
export type ListUrl = {
  /** The filters and sorting as a query string. */
  search: string;
  /** The saved view that the URL names. */
  viewId: string | null;
  /** The page's URL with a view of the list. */
  hrefOf: (query: string, viewId?: string) => string;
};

/** Shows a view of the list without leaving the page. */
export const openView = (href: string) => window.history.pushState(null, "", href);
