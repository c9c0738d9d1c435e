"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Session } from "./types";

const SessionContext = createContext<Session | null>(null);

/** Hands the signed-in person and the store to everything below. */
export const SessionProvider = ({
  session,
  children,
}: {
  session: Session;
  children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

/** The signed-in person, the store and the role. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** Whether the person owns the store, and so may decide about its team. */
export const useIsOwner = () => useSession().role === "owner";

/** Whether the person may change anything; a viewer may only read. */
export const useMayWrite = () => useSession().role !== "viewer";
