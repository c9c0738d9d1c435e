"use client";

import { useEffect, useState } from "react";

const place = "scrip-invitation";

/**
 * Takes the token from the opened link. Removes it from the address bar and the browser history,
 * and keeps it for this tab, so that it survives a sign-out or a reload.
 */
function takeToken(): string {
  const token = window.location.hash.slice(1);
  if (token) {
    window.sessionStorage.setItem(place, token);
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }
  return window.sessionStorage.getItem(place) ?? "";
}

/** The token; null before hydration, empty if there is no link. */
export function useToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => setToken(takeToken());
    take();
    // Pasting another link into the same tab does not reload the page.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

export const forgetToken = () => window.sessionStorage.removeItem(place);
