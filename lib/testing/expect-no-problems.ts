import { expect } from "vitest";
import { verify } from "@/lib/ledger/verify/verify";

/** Checks the ledgers of all stores. */
export const expectNoProblems = async () => expect((await verify()).problems).toEqual([]);
