import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { type Adapter, type CardToCreate, isPlatformError } from "@/lib/domain/shops/adapter";
import { Shop } from "../fake-shop";
import { startHttps } from "../https";
import { Faults } from "../shopify/faults";
import { type OperationResult, respond } from "../shopify/respond";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const PAGE_SIZE = 20;

type Call = {
  operation: string;
  card: CardToCreate;
  cardId: string;
  code: string;
  platformId: string;
  amountCents: number;
  currency: string;
  reference: string;
  expiresOn: string | null;
  since: string;
  cursor: string | null;
};

/** The protocol of docs/guides/own-shop.md. */
const OPERATIONS: Record<string, (shop: Adapter, call: Call) => Promise<object>> = {
  check: (shop) => shop.check(),
  create: async (shop, { card }) => ({ card: await shop.create(card) }),
  find: async (shop, call) => ({ card: await shop.find(call) }),
  read: async (shop, { platformId }) => ({ card: await shop.read(platformId) }),
  adjust: async (shop, call) => ({ card: await shop.adjust(call.platformId, call) }),
  was_adjusted: async (shop, { platformId, reference }) => ({
    adjusted: await shop.wasAdjusted(platformId, reference),
  }),
  set_expiry: async (shop, { platformId, expiresOn }) => ({
    card: await shop.setExpiry(platformId, expiresOn),
  }),
  disable: async (shop, { platformId }) => {
    await shop.disable(platformId);
    return {};
  },
  changed_since: (shop, { since, cursor }) => shop.changedSince(new Date(since), cursor),
};

async function runOperation(shop: Shop, call: Call): Promise<OperationResult> {
  try {
    const json = await OPERATIONS[call.operation]?.(shop, call);
    return json ? { status: 200, json } : { status: 400, json: { error: "unknown_operation" } };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    const { kind, reason } = error;
    return { status: kind === "taken" ? 409 : 422, json: { error: kind, message: reason } };
  }
}

/** A merchant's own shop that speaks Scrip's protocol, on HTTPS and loopback. */
export async function startOwnShop({ currency = "USD" } = {}) {
  const shop = new Shop({ currency, idPrefix: "card-" }, PAGE_SIZE);
  shop.name = "Own shop";
  const faults = new Faults();
  const keys: string[] = [];
  const replies = new Map<string, OperationResult>();
  const state = { secret: SECRET };

  /** A repeated key gets the first response again. */
  const workOnce = async (call: Call, key: string | undefined): Promise<OperationResult> => {
    if (key === undefined) return runOperation(shop, call);
    keys.push(key);
    const worked = replies.get(key) ?? (await runOperation(shop, call));
    replies.set(key, worked);
    return worked;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const call: Call = JSON.parse(body);
    const work = async () => {
      try {
        new Webhook(state.secret).verify(body, request.headers as Record<string, string>);
      } catch {
        const message = `The signature of ${body} is not mine.`;
        return { status: 401, json: { error: "unauthorized", message } };
      }
      return workOnce(call, request.headers["idempotency-key"] as string | undefined);
    };
    await respond(response, faults.of(call.operation), work, faults.slowMs());
  };
  const { port, refusing, stop } = await startHttps((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return {
    kind: "http" as const,
    address: `https://localhost:${port}/scrip`,
    token: SECRET,
    state,
    faults,
    keys,
    cards: shop.cards,
    refusing,
    stop,
  };
}
