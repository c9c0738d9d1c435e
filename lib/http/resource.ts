import { FastResponse } from "srvx";
import { replyFacts } from "../context";
import { Refusal } from "../errors";
import { newRequestId } from "../ids";
import type { Definition } from "./endpoint";
import { commonHeaders, reply, replyRefusal } from "./respond";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Handler = ((
  request: Request,
  route: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response> | Response) & { spec?: Definition };

/** Every method of a URL: the endpoints that exist, OPTIONS, HEAD, and 405 with Allow for the rest. */
export type Resource = Record<Method | "HEAD" | "OPTIONS", Handler>;

/** The exports of a route file. */
export function resource<Defined extends Partial<Record<Method, Handler>>>(
  endpoints: Defined,
): Resource & Defined {
  const defined = METHODS.filter((method) => endpoints[method]);
  const allow = [...defined, ...(endpoints.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refused: Handler = () => methodNotAllowed(allow);
  const {
    GET = refused,
    POST = refused,
    PUT = refused,
    PATCH = refused,
    DELETE = refused,
  }: Partial<Record<Method, Handler>> = endpoints;
  const all: Resource = {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE,
    HEAD: endpoints.GET ? headOf(endpoints.GET) : refused,
    OPTIONS: () =>
      new FastResponse(null, {
        status: 204,
        headers: { ...commonHeaders(factsOfNone()), Allow: allow },
      }),
  };
  return { ...all, ...endpoints };
}

const headOf =
  (get: Handler): Handler =>
  async (request, route) => {
    const { status, headers } = await get(request, route);
    return new FastResponse(null, { status, headers });
  };

const factsOfNone = () => replyFacts(newRequestId());

const methodNotAllowed = (allow: string): Response =>
  replyRefusal(
    new Refusal("method_not_allowed", { headers: { Allow: allow } }),
    factsOfNone(),
    false,
  );

/** The exports of the route that catches every URL from /api/v1 on that does not exist. */
export function unknownResource(): Resource {
  const absent: Handler = () => replyRefusal(new Refusal("not_found"), factsOfNone(), false);
  return {
    GET: absent,
    HEAD: absent,
    OPTIONS: absent,
    POST: absent,
    PUT: absent,
    PATCH: absent,
    DELETE: absent,
  };
}

/** The exports of a route that shows one document to anybody. */
export function describedBy(document: () => unknown): Resource {
  const get: Handler = () => reply(200, document(), factsOfNone());
  return resource({ GET: get });
}
