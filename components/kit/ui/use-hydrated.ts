import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * False on the server and until hydration. A form waits for it, so that the browser never submits it by itself, and so
 * does what only the browser knows, such as its time zone.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
