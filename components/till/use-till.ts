import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, get, post, setTillSession, unreachable } from "@/components/kit/api/api";
import type { Device } from "./types";

// If the device's clock is wrong, the till isn't asked more often than this.
const shortestLockMs = 15_000;
// The server locks after 10 minutes without use, whatever the device's clock says.
const longestLockMs = 10 * 60_000;

/** Whether the server knows neither the device nor the cashier, or the PIN is wrong. */
export const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Locks the till on the server, also if the tab is closed right afterward. */
async function signOut(): Promise<void> {
  const { status } = await fetch("/api/till/sign-out", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
    keepalive: true,
  });
  if (status >= 500) throw unreachable();
}

// The session's id unlocks the till, so it stays in this tab and isn't part of the cookie.
const sessionKey = "scrip-till-session";

function storedSession(): string | null {
  try {
    return sessionStorage.getItem(sessionKey);
  } catch {
    return null;
  }
}

/** Uses this session from now on, also after the tab is reloaded. */
function keepSession(sessionId: string | null): void {
  setTillSession(sessionId);
  try {
    if (sessionId === null) sessionStorage.removeItem(sessionKey);
    else sessionStorage.setItem(sessionKey, sessionId);
  } catch {
    // A browser that stores nothing asks for the PIN after each reload.
  }
}

type Loaded = { device: Device | "unpaired" | null; error: unknown };

const locked = ({ device }: Loaded): Loaded => ({
  device: device && device !== "unpaired" ? { ...device, session: null } : device,
  error: null,
});

/** The device and who is at it, as the server knows them. */
export function useTill() {
  const [{ device, error }, setLoaded] = useState<Loaded>({ device: null, error: null });
  // Signing out needs a connection. Until it worked, the server would say that the till is open.
  const owesSignOut = useRef(false);

  const show = useCallback((next: Device | "unpaired" | null, failure: unknown = null) => {
    keepSession(next && next !== "unpaired" ? (next.session?.id ?? null) : null);
    setLoaded({ device: next, error: failure });
  }, []);

  /** Shows the till as locked, whatever the server says. */
  const hide = useCallback(() => setLoaded(locked), []);

  /** Returns false if the server can't be reached. */
  const load = useCallback(async (): Promise<boolean> => {
    try {
      if (owesSignOut.current) await signOut();
      owesSignOut.current = false;
      const loaded = await get("/api/till/device");
      if (!loaded) throw unreachable();
      if (loaded.device === null) show("unpaired");
      // Lock may have been pressed since the request was sent.
      else show(owesSignOut.current ? { ...loaded, session: null } : loaded);
    } catch (failure) {
      setLoaded(({ device: current }) => ({ device: current, error: failure }));
      return false;
    }
    return true;
  }, [show]);

  const lock = useCallback(async () => {
    owesSignOut.current = true;
    keepSession(null);
    hide();
    await load();
  }, [load, hide]);

  const call = useCallback(
    async <Reply>(request: () => Promise<Reply>): Promise<Reply> => {
      try {
        return await request();
      } catch (failure) {
        if (isUnauthorized(failure)) await load();
        throw failure;
      }
    },
    [load],
  );

  const pair = useCallback(
    async (code: string) => show(await post("/api/till/pair", { code })),
    [show],
  );

  const signIn = useCallback(
    async (cashierId: string, pin: string) => {
      // A wrong PIN and a revoked device are both unauthorized: call() finds out which.
      const { session } = await call(() => post("/api/till/sign-in", { cashierId, pin }));
      owesSignOut.current = false;
      keepSession(session.id);
      setLoaded(({ device: current }) => ({
        device: current && current !== "unpaired" ? { ...current, session } : current,
        error: null,
      }));
    },
    [call],
  );

  useEffect(() => setTillSession(storedSession()), []);
  useLockTimer(device === "unpaired" ? null : device, load, hide);

  return { device, error, load, hide, lock, call, pair, signIn };
}

/** Asks whether the till is locked at the time when it locks itself, and when it is shown again. */
function useLockTimer(device: Device | null, load: () => Promise<boolean>, hide: () => void) {
  useEffect(() => {
    if (!device?.session) return;
    const untilLockMs = Date.parse(device.session.locksAt) - Date.now();
    const pauseMs = Math.min(Math.max(untilLockMs, shortestLockMs), longestLockMs) + 1_000;
    const check = async () => {
      if (!(await load())) hide();
    };
    const timer = setTimeout(check, pauseMs);
    const onVisible = () => {
      if (document.visibilityState === "visible") void load();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [device, load, hide]);
}
