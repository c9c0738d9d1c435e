import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { controlsOf } from "./control";
import { respond } from "./respond";
import { Shop, type ShopOptions } from "./shop";

const ADMIN_API_PATH = /^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/;

/** Handles a control request from a test: `open` creates a shop, any other name is one of its controls. */
function handleControl(shops: Map<string, Shop>, body: string): unknown {
  const { domain, name, args } = JSON.parse(body) as {
    domain: string;
    name: string;
    args: unknown[];
  };
  if (name === "open") {
    shops.set(domain, new Shop(args[0] as ShopOptions));
    return null;
  }
  const shop = shops.get(domain);
  if (!shop) throw new Error(`There is no shop ${domain}.`);
  const controls: Record<string, unknown> = controlsOf(shop);
  const called = controls[name];
  if (typeof called !== "function") throw new Error(`There is no control ${name}.`);
  return called(...args) ?? null;
}

async function handleAdminRequest(
  shop: Shop | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await text(request);
  if (!shop) return response.writeHead(404).end();
  if (request.headers["x-shopify-access-token"] !== shop.token) {
    const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
    return response.writeHead(401).end(JSON.stringify({ errors }));
  }
  const { query, variables } = JSON.parse(body);
  const operation = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
  shop.requests[operation] = (shop.requests[operation] ?? 0) + 1;
  const work = async () => ({ status: 200, json: await shop.answer({ query, variables }) });
  return await respond(response, shop.faults.of(operation), work, shop.faults.slowMs());
}

/**
 * Fake Shopify: an HTTP server that selects the shop by the Host header. Tests in other processes open and
 * control shops through /control.
 */
export async function startShopify() {
  const shops = new Map<string, Shop>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/control") {
      const said = handleControl(shops, await text(request));
      response.writeHead(200).end(JSON.stringify(said));
    } else if (request.method === "POST" && ADMIN_API_PATH.test(request.url ?? "")) {
      await handleAdminRequest(shops.get(request.headers.host ?? ""), request, response);
    } else {
      response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
