"use client";

import { useEffect, useState } from "react";

const place = "scrip-invitation";

/**
 * The token of the link that was opened. It leaves the address bar, and so the browser's history,
 * and is kept for this tab alone: signing out or reloading comes back to it.
 */
function takeToken(): string {
  const token = window.location.hash.slice(1);
  if (token) {
    window.sessionStorage.setItem(place, token);
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }
  return window.sessionStorage.getItem(place) ?? "";
}

/** The token; null until the page is the browser's own, empty without a link. */
export function useToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => setToken(takeToken());
    take();
    // Another link that is pasted into the same tab loads nothing anew.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

export const forgetToken = () => window.sessionStorage.removeItem(place);
