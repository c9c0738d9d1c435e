import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * False on the server and until hydration. Forms wait for it, so that the browser never submits them by itself. So do
 * times in the browser's time zone, which the server doesn't know.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
