import { FastResponse } from "srvx";
import type { z } from "zod";
import { NoBody } from "@/lib/api/contract/fields";
import type { Example, Reply, ShapedSchema } from "@/lib/api/contract/shapes";
import type { Ctx, ReplyFacts } from "@/lib/base/context";
import { Refusal, type RefusalCode } from "@/lib/base/errors";
import { operationOf } from "@/lib/base/observe/metrics";
import type { ApiScope, Scope } from "@/lib/base/roles";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { isReady } from "@/lib/db/client/readiness";
import { seesCodes } from "@/lib/domain/cards/code-access";
import type { LimitName } from "@/lib/domain/limits/rate-limits";
import { limitReads } from "@/lib/domain/limits/reads-under-way";
import { readJson } from "./body";
import { deliverAfterwards } from "./deliver-afterwards";
import { observe, observed, type Seen } from "./observe";
import {
  canonicalPath,
  NO_QUERY,
  parseParams,
  parseQuery,
  parseWith,
  pathAndSearchOf,
  shapeOf,
} from "./parse";
import { authenticate, authorize, requireAllowedAddress } from "./principals";
import { refuseUntilReady } from "./readiness";
import { contextOf, contextUnderFormerKey } from "./request-context";
import { factsOf } from "./request-id";
import {
  answerInTime,
  commonHeaders,
  type OtherStatus,
  present,
  reply,
  replyRefusal,
  statusOf,
} from "./respond";

export type Input<P, Q, B> = { params: P; query: Q; body: B };

/** The Shape A types of a request and response, at compile time only, for the pages' client. */
export type WireTypes<Query = unknown, Body = unknown, Reply = unknown> = {
  query: Query;
  body: Body;
  reply: Reply;
};

/** The complete definition of an operation, used by its handler, openapi.json and the tests. */
export type Definition<
  P = unknown,
  Q = unknown,
  B = unknown,
  R = unknown,
  Wire extends WireTypes = WireTypes,
> = {
  /** The operation's stable name in openapi.json, and of what is generated from it. */
  operationId?: string;
  /** For openapi.json, like `description`, `refuses` and `example`. */
  summary?: string;
  description?: string;
  /** The scope that the principal needs; "any" for every key and team member, null for a public operation. */
  scope: Scope | "any" | null;
  /** A second scope that the principal needs. */
  alsoScope?: Scope;
  /** For the docs: a second scope that `handle` requires of a request without the card's code. */
  scopeWithoutCode?: ApiScope;
  /** The actor who created a response's card and sees its code without codes:read. */
  createdBy?: (result: R) => string | undefined;
  /** Skips the `Scrip-Store` check, for pages that may show a store other than the session's, or none. */
  anyStore?: true;
  /** "live": not in a test twin, "test": only there. By default in both. */
  mode?: "live" | "test";
  /** For what people need to set up a second factor, where their store requires one. */
  withoutSecondFactor?: true;
  /**
   * "token": the caller may send a consumer's token as Scrip-Consumer. "known": a public operation that
   * recognizes the wallet that is open in the browser.
   */
  consumer?: "token" | "known";
  /** "known": a public operation that recognizes the till that the browser is. */
  device?: "known";
  /**
   * Waits for news or another server, or works on a long queue: it isn't counted among the reads under way, and may take
   * longer than others.
   */
  waits?: true;
  limit?: LimitName;
  /** Also applies if the operation activates a card. */
  limitOnActivation?: LimitName;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q, Wire["query"]>;
  body?: ShapedSchema<B, Wire["body"]>;
  /** For an operation that takes a file; the default is 64 KB. */
  maxBodyBytes?: number;
  status?: 200 | 201 | 202;
  /** The path below /api/v1 of what a 201 created. */
  location?: (result: R) => string | undefined;
  otherStatus?: OtherStatus<R>;
  reply: Reply<R, Wire["reply"]>;
  /** In addition to what every operation refuses. */
  refuses?: readonly RefusalCode[];
  /** A realistic example for openapi.json; if omitted, one is generated from the schemas. */
  example?: Example<R>;
};

type HandledDefinition<P, Q, B, R, Wire extends WireTypes> = Definition<P, Q, B, R, Wire> & {
  handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<R>;
};

/** The second argument of a route, from Next and from the tests. */
type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

export type Endpoint<Wire extends WireTypes = WireTypes> = ((
  request: Request,
  route: RouteContext,
) => Promise<Response>) & { spec: Definition & { wire?: Wire } };

/**
 * Makes a handler from a definition. The order is fixed: authenticate → parse → handle (replay → limit →
 * guards, inside the commit) → present, with one catch.
 */
export function endpoint<
  P = unknown,
  Q = unknown,
  B = unknown,
  R = unknown,
  Query = unknown,
  Body = unknown,
  Shown = unknown,
>(
  definition: HandledDefinition<P, Q, B, R, WireTypes<Query, Body, Shown>>,
): Endpoint<WireTypes<Query, Body, Shown>> {
  return createHandler(definition, async (ctx, input, facts) => {
    const result = await definition.handle(ctx, input);
    if (facts.queuedWork) deliverAfterwards();
    const isCreator = definition.createdBy?.(result) === ctx.principal.actor;
    const reader = { seesCodes: isCreator || seesCodes(ctx.principal) };
    const body = present(definition.reply, facts.shape, result, reader);
    const location = definition.location?.(result);
    const headers: Record<string, string> = location ? { Location: `/api/v1${location}` } : {};
    return reply(statusOf(definition, result), body, facts, headers);
  });
}

/** The common part of endpoint() and download(): authentication, parsing and the one catch. */
export function createHandler<P, Q, B, R, Wire extends WireTypes>(
  definition: Definition<P, Q, B, R, Wire>,
  answer: (
    ctx: Ctx,
    input: Input<P, Q, B>,
    facts: ReplyFacts,
    request: Request,
  ) => Promise<Response>,
): Endpoint<Wire> {
  const respond = async (request: Request, route: RouteContext, seen: Seen): Promise<Response> => {
    const { facts } = seen;
    try {
      if (!isReady()) await refuseUntilReady();
      const asker = await authenticate(request, definition);
      seen.principal = asker.principal;
      requireAllowedAddress(asker.principal, request);
      facts.shape = shapeOf(request, asker.principal);
      authorize(asker.principal, definition);
      const { path: given, search } = pathAndSearchOf(request);
      seen.isReceiving = true;
      const input = await parseInput(definition, request, { ...route, search }, facts);
      seen.isReceiving = false;
      const path = canonicalPath(given, await route.params, input.params);
      const parsed = { request, path, body: input.body };
      const ctx = contextOf(definition, parsed, asker, facts);
      const answerTo = (asked: Ctx) =>
        inBucketOf(ctx.merchantId, () => answer(asked, input, facts, request));
      if (isRead(request, definition)) {
        return await limitReads(asker.principal, () => answerTo(ctx));
      }
      return await answerTo(ctx).catch((thrown) =>
        answerTo(contextUnderFormerKey(thrown, parsed, asker, ctx)),
      );
    } catch (thrown) {
      return replyRefusal(thrown, facts, request.headers.has("idempotency-key"));
    }
  };
  const handle = async (request: Request, route: RouteContext): Promise<Response> => {
    const { path } = pathAndSearchOf(request);
    const operation = operationOf(request.method, path, await route.params);
    const seen: Seen = { facts: factsOf(request), principal: null };
    const isLimited = !definition.waits && !path.startsWith(PORTAL_PATH);
    const answered = () => {
      const response = respond(request, route, seen);
      return isLimited ? answerInTime(response, seen) : response;
    };
    return observe(request, operation, answered, seen);
  };
  // Read only to describe the operation, never to call it with another type.
  return Object.assign(handle, { spec: definition as unknown as Definition });
}

/** What people start in the dashboard, such as closing a month, may take longer. */
const PORTAL_PATH = "/api/portal/";

/** A GET, or a POST that looks something up, of a store or a consumer. */
const isRead = (
  { method }: Request,
  { scope, device, waits }: Pick<Definition, "scope" | "device" | "waits">,
): boolean =>
  (scope ?? device) !== undefined &&
  !waits &&
  (method === "GET" || method === "HEAD" || scope?.endsWith(":read") === true);

async function parseInput<P, Q, B, R>(
  definition: Definition<P, Q, B, R>,
  request: Request,
  route: RouteContext & { search: string },
  facts: ReplyFacts,
): Promise<Input<P, Q, B>> {
  const { params, query, body, maxBodyBytes } = definition;
  const input = {
    params: params ? parseParams(params, await route.params) : undefined,
    query: parseQuery<unknown>(query ?? NO_QUERY, route.search),
    body: body
      ? parseWith(body[facts.shape], await readJson(request, maxBodyBytes), "body")
      : undefined,
  };
  // The handler of a definition without a schema doesn't use that input.
  return input as Input<P, Q, B>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Handler = ((request: Request, route: RouteContext) => Promise<Response> | Response) & {
  spec?: Definition;
};

/** Every method of a URL: the endpoints that exist, OPTIONS, HEAD, and 405 with Allow for the rest. */
export type RouteHandlers = Record<Method | "HEAD" | "OPTIONS", Handler>;

/** The exports of a route file. */
export function resource<Defined extends Partial<Record<Method, Handler>>>(
  endpoints: Defined,
): RouteHandlers & Defined {
  const defined = METHODS.filter((method) => endpoints[method]);
  // A POST without a body schema takes an empty body.
  if (endpoints.POST?.spec) endpoints.POST.spec.body ??= NoBody;
  const allow = [...defined, ...(endpoints.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const options: Handler = (request) =>
    new FastResponse(null, {
      status: 204,
      headers: { ...commonHeaders(factsOf(request)), Allow: allow },
    });
  const plain = Object.entries(endpoints).filter(([, handler]) => !handler.spec);
  const handlers = {
    ...endpoints,
    ...Object.fromEntries(plain.map(([method, handler]) => [method, observed(handler)])),
  };
  return {
    ...everyMethod(observed((request) => methodNotAllowed(request, allow), "other")),
    ...(handlers.GET ? { HEAD: headOf(handlers.GET) } : {}),
    OPTIONS: observed(options),
    ...handlers,
  };
}

const onlyMethod =
  <M extends Method>(method: M) =>
  <P, Q, B, R, Query, Body, Shown>(
    definition: HandledDefinition<P, Q, B, R, WireTypes<Query, Body, Shown>>,
  ) =>
    resource({ [method]: endpoint(definition) } as Record<
      M,
      Endpoint<WireTypes<Query, Body, Shown>>
    >);

/** The exports of a route file with one operation, a GET or a POST. */
export const get = onlyMethod("GET");
export const post = onlyMethod("POST");

const everyMethod = (handler: Handler): RouteHandlers => ({
  GET: handler,
  HEAD: handler,
  OPTIONS: handler,
  POST: handler,
  PUT: handler,
  PATCH: handler,
  DELETE: handler,
});

const headOf =
  (get: Handler): Handler =>
  async (request, route) => {
    const { status, headers } = await get(request, route);
    return new FastResponse(null, { status, headers });
  };

const methodNotAllowed = (request: Request, allow: string): Response =>
  replyRefusal(new Refusal("method_not_allowed", { headers: { Allow: allow } }), factsOf(request));

/** The exports of the catch-all routes for unknown URLs under /api. */
export const unknownResource = (): RouteHandlers =>
  everyMethod(
    observed((request) => replyRefusal(new Refusal("not_found"), factsOf(request)), "other"),
  );
