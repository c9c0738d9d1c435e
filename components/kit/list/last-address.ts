import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

/** The query of each page when it was last shown, by path. A full load begins without any. */
const queries = new Map<string, string>();

/** Remembers the filters and the page of the open list, for the way back to it. */
export function useRememberQuery(): void {
  const path = usePathname();
  const query = new URLSearchParams(useSearchParams());
  // A dialog isn't part of the way back.
  query.delete("open");
  const text = query.toString();
  useEffect(() => {
    queries.set(path, text);
  }, [path, text]);
}

/** The address of a list, with its filters and its page as they were last shown. */
export function lastAddressOf(path: string): string {
  const query = queries.get(path);
  return query ? `${path}?${query}` : path;
}
