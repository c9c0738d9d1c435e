"use client";

import { createContext, type ReactNode, useContext, useEffect } from "react";
import { showStore } from "./api";
import type { Session } from "./types";

const SessionContext = createContext<Session | null>(null);

type Props = { session: Session; children: ReactNode };

/** Hands the signed-in person and the store to everything below, and to each of its requests. */
export function SessionProvider({ session, children }: Props) {
  const { id } = session.merchant;
  // Now, since what is below asks before an effect up here has run.
  showStore(id);
  useEffect(() => {
    showStore(id);
    return () => showStore(null);
  }, [id]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

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
