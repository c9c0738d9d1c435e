"use client";

import { createContext, useContext, useEffect, useSyncExternalStore } from "react";

/** The signed-in person's store, if they may create test keys in it. */
export type KeyStore = {
  /** The id of the store that is shown, which may be a test store. */
  id: string;
  /** The id of its live store. */
  liveId: string;
};

/** `viewer` may not create keys. */
export type DocsReader = KeyStore | "viewer" | "signed-out";

export const ReaderContext = createContext<DocsReader>("signed-out");

const ITEM = "scrip-docs-key";
const changes = new EventTarget();

function subscribe(notify: () => void) {
  changes.addEventListener("change", notify);
  return () => changes.removeEventListener("change", notify);
}

/** Keeps a test key in this tab until it is closed; null removes it. */
export function saveTestKey(saved: { liveId: string; secret: string } | null): void {
  if (saved) sessionStorage.setItem(ITEM, `${saved.liveId} ${saved.secret}`);
  else sessionStorage.removeItem(ITEM);
  changes.dispatchEvent(new Event("change"));
}

/** The test key that the reader created for their store in this tab; null if there is none. */
export function useTestKey(): string | null {
  const reader = useContext(ReaderContext);
  const saved = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(ITEM),
    () => null,
  );
  const [liveId, secret = null] = saved?.split(" ") ?? [];
  return typeof reader === "object" && reader.liveId === liveId ? secret : null;
}

/** Removes the key once the person has signed out or switched to another store. */
export function useRemoveLostKey(reader: DocsReader): void {
  useEffect(() => {
    const saved = sessionStorage.getItem(ITEM);
    if (saved && !(typeof reader === "object" && saved.startsWith(`${reader.liveId} `))) {
      saveTestKey(null);
    }
  }, [reader]);
}
