"use client";

import { useEffect, useState } from "react";

/**
 * The token behind the # of the link that was opened, which leaves the address bar at once; null
 * until the page knows, "" without one.
 */
export function useTakenToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (found) window.history.replaceState(window.history.state, "", window.location.pathname);
      // Run again in development, it must not lose what it took the first time.
      setToken((taken) => found || taken || "");
    };
    take();
    // Another link that is pasted into the same tab loads nothing anew.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
