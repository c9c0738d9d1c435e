import {
  OutcomeParams,
  outcomeExample,
  outcomeReply,
  type RequestOutcome,
} from "@/lib/api/contract/v1/request-outcome";
import type { Ctx } from "@/lib/base/context";
import { notFound, REFUSALS, Refusal } from "@/lib/base/errors";
import { findStoredAnswer, type StoredAnswer } from "@/lib/ledger/idempotency/stored-answer";
import { isRefused, refusalOf, withSealedFields } from "@/lib/ledger/post/move";
import { type Definition, get, type RouteHandlers } from "./endpoint";
import { authorize } from "./principals";
import { present, refusalBody, statusOf } from "./respond";

const API_PREFIX = "/api/v1";

/** GET /idempotency-keys/{key}. `routes` are those whose stored responses it presents. */
export const outcomeResource = (routes: Record<string, RouteHandlers>) =>
  get({
    operationId: "lookUpRequest",
    summary: "Look up a request",
    description:
      "Returns the outcome of the request with this Idempotency-Key. Works for 24 hours after the request and changes nothing. A 404 means that no request with this key was completed: it never arrived, is still in progress, or got an error that isn't stored (400 `invalid_request`, 401, 429 or 5xx). For a request that moved no money, the key also needs that request's scope.",
    scope: "money:write",
    params: OutcomeParams,
    reply: outcomeReply,
    refuses: ["not_found"],
    example: outcomeExample,
    handle: (ctx, { params }) => readOutcome(ctx, routes, params.key),
  });

const NO_REQUEST = "No request with this Idempotency-Key was completed in the last 24 hours.";

async function readOutcome(
  ctx: Ctx,
  routes: Record<string, RouteHandlers>,
  key: string,
): Promise<RequestOutcome> {
  const stored = await findStoredAnswer(ctx.merchantId, key);
  if (!stored) throw notFound(NO_REQUEST);
  const { path, shape, requestId, createdAt, outcome } = stored;
  const facts = { key, requestId, createdAt };
  const refusal = refusalIn(outcome, requestId);
  if (refusal) {
    const [status] = REFUSALS[refusal.code];
    const state = outcome.refusal ? "voided" : "refused";
    return { ...facts, state, status, response: refusalBody(refusal, requestId, shape) };
  }
  const definition = path === null ? undefined : definitionOf(routes, path);
  if (!definition) return { ...facts, state: "completed", status: null, response: null };
  authorize(ctx.principal, definition);
  const result = withSealedFields(outcome);
  const body = present(definition.reply, shape, result, { seesCodes: false });
  const { secret: _, ...response } = body as Record<string, unknown>;
  return { ...facts, state: "completed", status: statusOf(definition, result), response };
}

/** Why the request was refused; null if it wasn't. */
function refusalIn(
  { refusal, answer }: StoredAnswer["outcome"],
  requestId: string,
): Refusal | null {
  if (refusal) return new Refusal(refusal);
  return answer && isRefused(answer) ? refusalOf(answer, { requestId }) : null;
}

/** The definition of the POST operation at a path. A fixed segment wins over a parameter. */
function definitionOf(routes: Record<string, RouteHandlers>, path: string): Definition | undefined {
  const segments = path.slice(API_PREFIX.length).split("/");
  const matching = Object.keys(routes).filter((template) => {
    const parts = template.split("/");
    return (
      path.startsWith(`${API_PREFIX}/`) &&
      parts.length === segments.length &&
      parts.every((part, n) => part.startsWith("{") || part === segments[n])
    );
  });
  const isFixed = (template: string) => !template.endsWith("}");
  const template = matching.find(isFixed) ?? matching[0];
  return template === undefined ? undefined : routes[template]?.POST.spec;
}
