import type { RouteHandlers } from "@/lib/http/endpoint";
import * as provision from "./batches/[id]/provision/route";
import * as batch from "./batches/[id]/route";
import * as batches from "./batches/route";
import * as activate from "./cards/[uuid]/activate/route";
import * as balance from "./cards/[uuid]/balance/route";
import * as claim from "./cards/[uuid]/claim/route";
import * as credit from "./cards/[uuid]/credit/route";
import * as debit from "./cards/[uuid]/debit/route";
import * as disable from "./cards/[uuid]/disable/route";
import * as freeze from "./cards/[uuid]/freeze/route";
import * as replace from "./cards/[uuid]/replace/route";
import * as card from "./cards/[uuid]/route";
import * as unfreeze from "./cards/[uuid]/unfreeze/route";
import * as load from "./cards/load/route";
import * as lookup from "./cards/lookup/route";
import * as cards from "./cards/route";
import * as storeCredit from "./store-credit/route";
import * as transactions from "./transactions/route";
import * as transfer from "./transfers/[id]/route";
import * as fxRate from "./transfers/fx-rate/route";
import * as transfers from "./transfers/route";
import * as resend from "./webhooks/[id]/deliveries/[deliveryId]/resend/route";
import * as deliveries from "./webhooks/[id]/deliveries/route";
import * as replay from "./webhooks/[id]/replay/route";
import * as webhook from "./webhooks/[id]/route";
import * as test from "./webhooks/[id]/test/route";
import * as webhooks from "./webhooks/route";

/** Every route by its path under /api/v1. A test compares the list with the folders. */
export const routes = {
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
  "/cards/{uuid}/freeze": freeze,
  "/cards/{uuid}/replace": replace,
  "/cards/{uuid}/unfreeze": unfreeze,
  "/batches": batches,
  "/batches/{id}": batch,
  "/batches/{id}/provision": provision,
  "/store-credit": storeCredit,
  "/transactions": transactions,
  "/transfers": transfers,
  "/transfers/fx-rate": fxRate,
  "/transfers/{id}": transfer,
  "/webhooks": webhooks,
  "/webhooks/{id}": webhook,
  "/webhooks/{id}/deliveries": deliveries,
  "/webhooks/{id}/deliveries/{deliveryId}/resend": resend,
  "/webhooks/{id}/replay": replay,
  "/webhooks/{id}/test": test,
} satisfies Record<string, RouteHandlers>;
