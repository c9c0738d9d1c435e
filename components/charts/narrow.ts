"use client";

import { useSyncExternalStore } from "react";

const narrowScreen = "(max-width: 639px)";

const subscribe = (changed: () => void) => {
  const query = window.matchMedia(narrowScreen);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Whether the screen is phone-sized. */
export const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrowScreen).matches,
    () => false,
  );
