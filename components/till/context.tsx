"use client";

import { createContext, useContext } from "react";
import type { Operation } from "./operation";
import type { Device, Screen, TillSession } from "./types";

export type OpenTill = {
  device: Device;
  session: TillSession;
  /** Runs a request of the cashier, and locks the till if it is refused as unauthorized. */
  call: <Reply>(request: () => Promise<Reply>) => Promise<Reply>;
  go: (screen: Screen) => void;
  start: (operation: Operation) => void;
};

const Context = createContext<OpenTill | null>(null);

export const OpenTillProvider = Context;

/** The till of the cashier who is signed in. */
export function useOpenTill(): OpenTill {
  const till = useContext(Context);
  if (!till) throw new Error("No cashier is at the till.");
  return till;
}
