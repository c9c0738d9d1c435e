import type { Resource } from "@/lib/http/resource";
import * as activate from "./cards/[uuid]/activate/route";
import * as balance from "./cards/[uuid]/balance/route";
import * as claim from "./cards/[uuid]/claim/route";
import * as credit from "./cards/[uuid]/credit/route";
import * as debit from "./cards/[uuid]/debit/route";
import * as disable from "./cards/[uuid]/disable/route";
import * as card from "./cards/[uuid]/route";
import * as load from "./cards/load/route";
import * as lookup from "./cards/lookup/route";
import * as cards from "./cards/route";
import * as storeCredit from "./store-credit/route";
import * as transactions from "./transactions/route";

/** Every operation's URL below /api/v1; a test compares it with the folders. */
export const routes: Record<string, Resource> = {
  "/cards": cards,
  "/cards/load": load,
  "/cards/lookup": lookup,
  "/cards/{uuid}": card,
  "/cards/{uuid}/activate": activate,
  "/cards/{uuid}/balance": balance,
  "/cards/{uuid}/claim": claim,
  "/cards/{uuid}/credit": credit,
  "/cards/{uuid}/debit": debit,
  "/cards/{uuid}/disable": disable,
  "/store-credit": storeCredit,
  "/transactions": transactions,
};
