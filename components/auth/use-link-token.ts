"use client";

import { useSyncExternalStore } from "react";

const onLinkChange = (tell: () => void) => {
  window.addEventListener("hashchange", tell);
  return () => window.removeEventListener("hashchange", tell);
};

/** The token after the # of the page's URL; null before hydration, "" if there is none. */
export const useLinkToken = (): string | null =>
  useSyncExternalStore(
    onLinkChange,
    () => window.location.hash.slice(1),
    () => null,
  );
