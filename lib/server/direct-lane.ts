import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest, type NodeResponse, sendNodeResponse } from "srvx/node";
import { routes } from "@/app/api/v1/routes";
import { documentResource } from "@/lib/api/kernel/document";
import { type RouteHandlers, unknownResource } from "@/lib/api/kernel/endpoint";
import { openApi } from "@/lib/api/kernel/openapi";
import { replyRefusal } from "@/lib/api/kernel/respond";
import { routerOf } from "@/lib/api/kernel/serve";
import { pathOf } from "./prepare-request";

const API_PREFIX = "/api/v1";
/** Paths served here. Next handles all others, such as percent-encoded ones. */
const PLAIN_PATH = /^\/api\/v1(\/[\w./-]+)?$/;

/** Serves /api/v1 without Next, at a third of its cost. Returns false for requests it leaves to Next. */
export function directLane(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const openapi = documentResource((shape) => openApi(routes, shape), { compresses: true });
  const find = routerOf({ ...routes, "/openapi.json": openapi }, API_PREFIX);
  const unknown = unknownResource();
  return (req, res) => {
    const path = pathOf(req.url ?? "/");
    if (!PLAIN_PATH.test(path)) return false;
    const { data: resource = unknown, params = {} } = find(path) ?? {};
    const handler = resource[req.method as keyof RouteHandlers];
    void respond(res, async () =>
      handler(new NodeRequest({ req, res }), { params: Promise.resolve(params) }),
    );
    return true;
  };
}

/** Endpoints handle their own errors; this handles errors outside of them. */
async function respond(res: ServerResponse, handle: () => Promise<Response>): Promise<void> {
  try {
    await send(res, await handle());
  } catch (error) {
    const refusal = replyRefusal(error);
    if (res.headersSent) res.destroy();
    else await send(res, refusal);
  }
}

/** Sends the headers and body of a text response in one write, which saves a system call. */
async function send(res: ServerResponse, response: Response | NodeResponse): Promise<void> {
  if (!("_toNodeResponse" in response)) return sendNodeResponse(res, response);
  const { status, headers, body } = response._toNodeResponse();
  res.writeHead(status, headers);
  res.end(body);
}
