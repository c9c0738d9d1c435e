import fc from "fast-check";
import pLimit from "p-limit";
import { z } from "zod";
import { type Answer, send } from "../support/client";
import { callOf, pathOf } from "./support/calls";
import { type FuzzRequest, requestsTo, type Target } from "./support/fuzz";
import { operations } from "./support/operations";
import { test } from "./support/test";

// `npm run fuzz` sends 20,000. To repeat a failed run, set TEST_SEED to the seed in the failure message.
const REQUEST_COUNT = Number(process.env.FUZZ_REQUESTS ?? 400);
const seed = Number(process.env.TEST_SEED ?? Date.now() & 0x7fffffff);
const CONCURRENT_REQUESTS = 8;
const MAX_RESPONSE_MS = 2_000;
const MAX_SHOWN_FAILURES = 10;

type Json = Answer["body"];

/** Finds what is wrong with responses, by their operation's part of the document. */
function responseChecker(document: Json) {
  const parsers = new Map<unknown, z.ZodType>();
  const parserOf = (schema: Json): z.ZodType => {
    const known = parsers.get(schema);
    if (known) return known;
    const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
    const made = z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
    parsers.set(schema, made);
    return made;
  };
  return (spec: Json, { status, body, text, headers }: Answer, tookMs: number): string | null => {
    if (tookMs > MAX_RESPONSE_MS) return `took ${Math.round(tookMs)} ms`;
    const documented = spec.responses[String(status)];
    if (status >= 500 || !documented) return `${status} ${text.slice(0, 300)}`;
    if (!headers.get("x-request-id")) return `${status} without X-Request-Id`;
    const { schema, examples } = documented.content["application/json"];
    const parsed = parserOf(schema).safeParse(body);
    if (!parsed.success) return `${status} ${parsed.error.message}: ${text.slice(0, 300)}`;
    const isKnownError = status < 400 || body.error in examples;
    return isKnownError ? null : `${status} ${body.error} is not in the document`;
  };
}

const printable = ({ name: _, ...request }: FuzzRequest) => {
  const text = JSON.stringify(request);
  return text.length > 600 ? `${text.slice(0, 600)} …` : text;
};

test("no bad request gets a 5xx, waits over 2 s, or gets a response that is not documented", async ({
  cardFor,
  merchant,
}) => {
  test.setTimeout(60_000 + REQUEST_COUNT * 30);
  const document: Json = (await send("/api/v1/openapi.json")).body;
  const targets = await pLimit(4).map(operations, async (operation): Promise<Target> => {
    const { name, method, path } = operation;
    const resource = callOf(operation).on === "nothing" ? null : await cardFor(operation);
    const ids = resource ? pathIds(path, pathOf(operation, resource)) : [];
    return { name, method, path, ids, spec: document.paths[path][method.toLowerCase()] };
  });
  const specs = new Map(targets.map(({ name, spec }) => [name, spec]));
  const requests = fc.sample(fc.oneof(...targets.map((target) => requestsTo(document, target))), {
    numRuns: REQUEST_COUNT,
    seed,
  });

  const check = responseChecker(document);
  const keys = { A: merchant.keyA, B: merchant.keyB, wrong: "scrip_live_none", none: null };
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  await pLimit(CONCURRENT_REQUESTS).map(requests, async (request) => {
    const { method, path, body, headers, key } = request;
    const authorization: Record<string, string> =
      keys[key] === null ? {} : { Authorization: `Bearer ${keys[key]}` };
    const startedMs = performance.now();
    const answer = await send(`/api/v1${path}`, {
      method,
      headers: { ...headers, ...authorization },
      ...(method === "GET" ? {} : { body }),
      signal: AbortSignal.timeout(5 * MAX_RESPONSE_MS),
    }).catch((error: unknown) => String(error));
    const problem =
      typeof answer === "string"
        ? answer
        : check(specs.get(request.name), answer, performance.now() - startedMs);
    if (typeof answer !== "string") statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (problem) failures.push(`${request.name}: ${problem}\n  ${printable(request)}`);
  });
  console.log(`${REQUEST_COUNT} requests, seed ${seed}: ${JSON.stringify(statuses)}`);
  if (failures.length > 0) {
    const first = failures.slice(0, MAX_SHOWN_FAILURES).join("\n\n");
    throw new Error(
      `${failures.length} of ${REQUEST_COUNT} requests, TEST_SEED=${seed}:\n\n${first}`,
    );
  }
});

/** The path parameters in a filled path, in order. */
function pathIds(template: string, filled: string): string[] {
  const segments = filled.split("/");
  return template
    .split("/")
    .flatMap((segment, index) => (segment.startsWith("{") ? [segments[index] ?? ""] : []));
}
