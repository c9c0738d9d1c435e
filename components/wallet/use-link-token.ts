"use client";

import { useEffect, useState } from "react";

/**
 * The token in the URL fragment, which is removed from the address bar at once. Null until the page
 * has read it, "" if there is none.
 */
export function useTakenToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (found) window.history.replaceState(window.history.state, "", window.location.pathname);
      // React runs effects twice in development; keep the token from the first run.
      setToken((taken) => found || taken || "");
    };
    take();
    // Pasting another link into the same tab doesn't reload the page.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
