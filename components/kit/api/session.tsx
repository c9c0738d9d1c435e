"use client";

import { createContext, type ReactNode, useContext, useEffect } from "react";
import { setShownStore } from "./api";
import type { Session } from "./types";

const SessionContext = createContext<Session | null>(null);

/** Provides the session to the components below, and its store to their requests. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { id } = session.merchant;
  // Set during render, because children fetch before this component's effect runs.
  setShownStore(id);
  useEffect(() => {
    setShownStore(id);
    return () => setShownStore(null);
  }, [id]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in person, store and role. Throws outside a SessionProvider. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** The same, or null on a page without a signed-in team member. */
export const useSessionIfAny = (): Session | null => useContext(SessionContext);

/** True for owners, who may manage the team. */
export const useIsOwner = () => useSession().role === "owner";

/** False for viewers, who may only read. */
export const useMayWrite = () => useSession().role !== "viewer";

/** Whether the store that is shown is a test twin. */
export const useIsTest = () => useSession().merchant.liveMerchantId !== null;

/** True for those who may pair tills: owners, and in test mode managers. */
export const useMayPair = () => {
  const [{ role }, isTest] = [useSession(), useIsTest()];
  return role === "owner" || (isTest && role === "manager");
};
