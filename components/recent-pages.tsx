"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { useSession } from "./session";

export type RecentPage = { href: string; title: string };

const kept = 7;

type Recent = { record: (page: RecentPage) => void; read: () => RecentPage[] };

const nothing: Recent = { record: () => {}, read: () => [] };
const RecentContext = createContext(nothing);

/** Remembers in this browser which pages the person has had open in this store, newest first. */
export function RecentPages({ children }: { children: ReactNode }) {
  const { user, merchant } = useSession();
  const key = `scrip-recent:${merchant.id}:${user.id}`;
  const recent = useMemo(() => recentUnder(key), [key]);
  return <RecentContext value={recent}>{children}</RecentContext>;
}

export const useRecentPages = () => useContext(RecentContext);

/** Remembers the page that is open under the words of its heading. */
export function useRecorded(readTitle: () => string | null | undefined) {
  const { record } = useRecentPages();
  const href = usePathname();
  useEffect(() => {
    const title = readTitle()?.trim();
    if (title) record({ href, title });
  });
}

function recentUnder(key: string): Recent {
  const read = (): RecentPage[] => {
    try {
      const known: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(known) ? known.filter(isPage) : [];
    } catch {
      // Without storage, or with something else in it, nothing is remembered.
      return [];
    }
  };
  const record = (page: RecentPage) => {
    const known = read();
    if (known[0]?.href === page.href && known[0].title === page.title) return;
    const others = known.filter(({ href }) => href !== page.href);
    try {
      localStorage.setItem(key, JSON.stringify([page, ...others].slice(0, kept)));
    } catch {
      // As above.
    }
  };
  return { read, record };
}

const isPage = (value: unknown): value is RecentPage => {
  const { href, title } = (value ?? {}) as Partial<RecentPage>;
  return typeof href === "string" && href.startsWith("/") && typeof title === "string";
};
