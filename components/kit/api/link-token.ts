import { useEffect, useState } from "react";

const readToken = () => window.location.hash.slice(1);

/** Reads the token and removes it from the address bar and the browser history. */
export function takeToken(): string {
  const token = readToken();
  if (token) window.history.replaceState(window.history.state, "", window.location.pathname);
  return token;
}

/** The token after the # of the page's URL: null until the page has read it, "" if there is none. */
export function useLinkToken(read = readToken): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const onLink = () => {
      const found = read();
      // React runs effects twice in development; keep the token from the first run.
      setToken((known) => found || known || "");
    };
    onLink();
    // Pasting another link into the same tab doesn't reload the page.
    window.addEventListener("hashchange", onLink);
    return () => window.removeEventListener("hashchange", onLink);
  }, [read]);
  return token;
}
