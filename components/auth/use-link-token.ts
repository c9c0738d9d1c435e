"use client";

import { useSyncExternalStore } from "react";

const onLinkChange = (tell: () => void) => {
  window.addEventListener("hashchange", tell);
  return () => window.removeEventListener("hashchange", tell);
};

/** The token behind the # of the link that was opened; null until the page knows, "" without one. */
export const useLinkToken = (): string | null =>
  useSyncExternalStore(
    onLinkChange,
    () => window.location.hash.slice(1),
    () => null,
  );
