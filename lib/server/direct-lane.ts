import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter, findRoute } from "rou3";
import { NodeRequest, type NodeResponse, sendNodeResponse } from "srvx/node";
import * as openapi from "../../app/api/v1/openapi.json/route";
import { routes } from "../../app/api/v1/routes";
import { replyFacts } from "../context";
import { type Resource, unknownResource } from "../http/endpoint";
import { replyRefusal } from "../http/respond";
import { newRequestId } from "../ids";
import { pathOf } from "./before-lanes";

const ROOT = "/api/v1";
/** What else a path may hold is another spelling, or names nothing: Next reads it. */
const PLAIN = /^\/api\/v1(\/[\w./-]+)?$/;

/** The API's URLs in the router's spelling. */
function routerOf(all: Record<string, Resource>) {
  const router = createRouter<Resource>();
  for (const [path, resource] of Object.entries(all)) {
    addRoute(router, "", ROOT + path.replace(/\{(\w+)\}/g, ":$1"), resource);
  }
  return router;
}

/**
 * Answers what is below /api/v1 by calling its endpoint, without Next: a debit at about a third of
 * its cost (design, Speed). Gives false for a request that it leaves to Next.
 */
export function directLane(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const router = routerOf({ ...routes, "/openapi.json": openapi });
  const unknown = unknownResource();
  return (req, res) => {
    const path = pathOf(req.url ?? "/");
    if (!PLAIN.test(path)) return false;
    const { data: resource = unknown, params = {} } = findRoute(router, "", path) ?? {};
    const handler = resource[req.method as keyof Resource];
    void answer(res, async () =>
      handler(new NodeRequest({ req, res }), { params: Promise.resolve(params) }),
    );
    return true;
  };
}

/** An endpoint catches what it throws; whatever is thrown beside one is caught here. */
async function answer(res: ServerResponse, handle: () => Promise<Response>): Promise<void> {
  try {
    await send(res, await handle());
  } catch (thrown) {
    const refusal = replyRefusal(thrown, replyFacts(newRequestId()), false);
    if (res.headersSent) res.destroy();
    else await send(res, refusal);
  }
}

/** Head and body in one write where the body is a text: as two, they cost a system call more. */
async function send(res: ServerResponse, response: Response | NodeResponse): Promise<void> {
  if (!("_toNodeResponse" in response)) return sendNodeResponse(res, response);
  const { status, headers, body } = response._toNodeResponse();
  res.writeHead(status, headers);
  res.end(body);
}
