import { expect } from "vitest";
import { verify } from "../ledger/verify";

/** Checks the ledgers of all stores. */
export const expectNoProblems = async () => expect((await verify()).problems).toEqual([]);
