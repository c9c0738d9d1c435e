import type { RouteHandlers } from "@/lib/api/kernel/endpoint";
import { outcomeResource } from "@/lib/api/kernel/request-outcome";
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
import * as cardHolds from "./cards/[uuid]/holds/route";
import * as replace from "./cards/[uuid]/replace/route";
import * as card from "./cards/[uuid]/route";
import * as unfreeze from "./cards/[uuid]/unfreeze/route";
import * as load from "./cards/load/route";
import * as lookup from "./cards/lookup/route";
import * as redeem from "./cards/redeem/route";
import * as cards from "./cards/route";
import * as capture from "./holds/[id]/capture/route";
import * as release from "./holds/[id]/release/route";
import * as hold from "./holds/[id]/route";
import * as me from "./me/route";
import * as reversals from "./reversals/route";
import * as wallet from "./store-credit/[walletId]/route";
import * as storeCredit from "./store-credit/route";
import * as testClock from "./test/clock/route";
import * as testEvents from "./test/events/route";
import * as transaction from "./transactions/[id]/route";
import * as transactions from "./transactions/route";
import * as totals from "./transactions/totals/route";
import * as transfer from "./transfers/[id]/route";
import * as fxRate from "./transfers/fx-rate/route";
import * as transfers from "./transfers/route";
import * as resend from "./webhooks/[id]/deliveries/[deliveryId]/resend/route";
import * as deliveries from "./webhooks/[id]/deliveries/route";
import * as replay from "./webhooks/[id]/replay/route";
import * as webhook from "./webhooks/[id]/route";
import * as test from "./webhooks/[id]/test/route";
import * as webhooks from "./webhooks/route";

const operations = {
  "/cards": cards,
  "/cards/load": load,
  "/cards/lookup": lookup,
  "/cards/redeem": redeem,
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
  "/cards/{uuid}/holds": cardHolds,
  "/holds/{id}": hold,
  "/holds/{id}/capture": capture,
  "/holds/{id}/release": release,
  "/batches": batches,
  "/batches/{id}": batch,
  "/batches/{id}/provision": provision,
  "/me": me,
  "/store-credit": storeCredit,
  "/store-credit/{walletId}": wallet,
  "/test/clock": testClock,
  "/test/events": testEvents,
  "/transactions": transactions,
  "/transactions/totals": totals,
  "/transactions/{id}": transaction,
  "/reversals": reversals,
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

/** Every route by its path under /api/v1. A test compares the list with the folders. */
export const routes = {
  ...operations,
  "/idempotency-keys/{key}": outcomeResource(operations),
};
