import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { useSession } from "@/components/kit/api/session";

export type RecentPage = { href: string; title: string };

const maxRecentPages = 7;

type RecentPagesStore = { record: (page: RecentPage) => void; read: () => RecentPage[] };

const nothing: RecentPagesStore = { record: () => {}, read: () => [] };
const RecentContext = createContext(nothing);

/** Remembers what this person opened in this store, such as cards and customers, newest first, in localStorage. */
export function RecentPagesProvider({ children }: { children: ReactNode }) {
  const { user, merchant } = useSession();
  const key = `scrip-recent:${merchant.id}:${user.id}`;
  const recent = useMemo(() => recentUnder(key), [key]);
  return <RecentContext value={recent}>{children}</RecentContext>;
}

export const useRecentPages = () => useContext(RecentContext);

/** The page of one thing, such as a card or a customer. Others are in the navigation. */
const isOfOneThing = (href: string) => /\/[0-9a-f]{8}-[0-9a-f-]{27}$/.test(href);

/** Adds the open page, if it is of one thing, to the recent pages, titled by its heading. */
export function useRecordPage(readTitle: () => string | null | undefined) {
  const { record } = useRecentPages();
  const href = usePathname();
  useEffect(() => {
    const title = readTitle()?.trim();
    if (title && isOfOneThing(href)) record({ href, title });
  });
}

function recentUnder(key: string): RecentPagesStore {
  const read = (): RecentPage[] => {
    try {
      const pages: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(pages)
        ? pages.filter(isPage).filter(({ href }) => isOfOneThing(href))
        : [];
    } catch {
      // Storage is unavailable or holds invalid data.
      return [];
    }
  };
  const record = (page: RecentPage) => {
    const pages = read();
    if (pages[0]?.href === page.href && pages[0].title === page.title) return;
    const others = pages.filter(({ href }) => href !== page.href);
    try {
      localStorage.setItem(key, JSON.stringify([page, ...others].slice(0, maxRecentPages)));
    } catch {
      // Storage is unavailable.
    }
  };
  return { read, record };
}

const isPage = (value: unknown): value is RecentPage => {
  const { href, title } = (value ?? {}) as Partial<RecentPage>;
  return typeof href === "string" && href.startsWith("/") && typeof title === "string";
};
