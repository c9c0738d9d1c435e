import type { Ctx } from "../context";
import {
  OutcomeParams,
  outcomeExample,
  outcomeReply,
  type RequestOutcome,
} from "../contract/request-outcome";
import { found, REFUSALS, Refusal } from "../errors";
import { isRefused, refusalOf, withSealedFields } from "../ledger/move";
import { findStoredAnswer, type StoredAnswer } from "../ledger/stored-answer";
import { type Definition, get, type RouteHandlers } from "./endpoint";
import { authorize } from "./principals";
import { present, refusalBody } from "./respond";
import { statusOf } from "./status";

const API_PREFIX = "/api/v1";

/** GET /idempotency-keys/{key}. `routes` are those whose stored responses it presents. */
export const outcomeResource = (routes: Record<string, RouteHandlers>) =>
  get({
    summary: "Find out what became of a request, by its Idempotency-Key.",
    description:
      "Answers for 24 hours after the request and changes nothing. 404: no request with this key has completed. It never arrived, is still running, or was refused before it began: 400 `invalid_request`, 401, 429 and 5xx are not stored. For a request that moved no money, this also needs that request's scope.",
    scope: "money:write",
    params: OutcomeParams,
    reply: outcomeReply,
    refuses: ["not_found"],
    example: outcomeExample,
    handle: (ctx, { params }) => readOutcome(ctx, routes, params.key),
  });

async function readOutcome(
  ctx: Ctx,
  routes: Record<string, RouteHandlers>,
  key: string,
): Promise<RequestOutcome> {
  const stored = found(await findStoredAnswer(ctx.merchantId, key));
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
  const shown = present(definition.reply, shape, result, { seesCodes: false });
  const { secret: _, ...response } = shown as Record<string, unknown>;
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
