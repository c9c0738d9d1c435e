import { z } from "zod";
import type { ApiShape, Principal } from "@/lib/base/context";
import { type FieldError, invalidField, Refusal } from "@/lib/base/errors";
import { headerOf } from "@/lib/base/request-headers";

/** The shape of the response: from the header, else the principal's. Refuses: invalid_request. */
export function shapeOf(request: Request, principal: Pick<Principal, "shape">): ApiShape {
  const header = headerOf(request.headers, "scrip-shape");
  if (header === null) return principal.shape;
  if (header === "A" || header === "B") return header;
  throw invalidField("Scrip-Shape", "must be A or B");
}

/** More than an operation has fields. */
const MAX_ISSUES = 100;

/** Parses a value with a schema. Refuses: invalid_request, with every invalid field, at most 100. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, whole: string): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .flatMap((issue) => fieldErrors(issue, whole));
  // If a field has several errors, the last is the most specific.
  const fields = [...new Map(errors.map((error) => [error.path, error])).values()];
  const message = fields.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new Refusal("invalid_request", { message, fields });
}

const MAX_UNKNOWN_FIELDS_NAMED = 10;

function fieldErrors(issue: z.core.$ZodIssue, whole: string): FieldError[] {
  const path = issue.path.map((part) => printable(String(part)));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_UNKNOWN_FIELDS_NAMED).map((key) => ({
      path: [...path, printable(key)].join("."),
      message: "is not a known field",
    }));
  }
  return [{ path: path.join(".") || whole, message: issueMessage(issue) }];
}

const printable = (key: string): string =>
  key.toWellFormed().replace(/\p{C}/gu, "?").slice(0, 100) || '""';

/** A message for an issue that needs no knowledge of the schema. */
function issueMessage(issue: z.core.$ZodIssue): string {
  const isAbsent = issue.input === undefined;
  switch (issue.code) {
    case "invalid_type":
      return isAbsent ? "is required" : `must be ${TYPE_PHRASES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return isAbsent ? "is required" : `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return sizeMessage(issue.origin, "at least", issue.minimum);
    case "too_big":
      return sizeMessage(issue.origin, "at most", issue.maximum);
    default:
      return issue.message.replace(/^Invalid input: /, "");
  }
}

const TYPE_PHRASES: Record<string, string> = {
  int: "a whole number",
  number: "a number",
  string: "a string",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

const UNITS: Record<string, string> = { string: "character", array: "item" };

/** "must be at least 1" for a number, "must have at most 5 characters" for text. */
function sizeMessage(origin: string, bound: "at least" | "at most", size: number | bigint): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${bound} ${size}`;
  return `must have ${bound} ${size} ${unit}${Number(size) === 1 ? "" : "s"}`;
}

/** A request's path, and its query including the question mark, or "" without a query. */
export function pathAndSearchOf({ url }: Request): { path: string; search: string } {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const query = url.indexOf("?", start);
  if (query === -1) return { path: url.slice(start), search: "" };
  return { path: url.slice(start, query), search: url.slice(query) };
}

/** The schema of an operation that takes no query. */
export const NO_QUERY = z.strictObject({});

/** Parses path parameters. An invalid id counts as not found. Refuses: not_found. */
export function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new Refusal("not_found");
  return parsed.data;
}

/**
 * The path with its parameters as parsed, so that the same request has the same path however its ids are
 * written: in capitals, percent-encoded, or as a webhook's id in the other shape.
 */
export function canonicalPath(
  path: string,
  raw: Record<string, string | string[] | undefined> | undefined,
  parsed: unknown,
): string {
  const changed = Object.entries(parsed ?? {}).filter(([name, value]) => value !== raw?.[name]);
  if (changed.length === 0 && !path.includes("%")) return path;
  const changes = new Map<unknown, unknown>(changed.map(([name, value]) => [raw?.[name], value]));
  const segments = path.split("/").map(decodeURIComponent);
  return segments.map((segment) => changes.get(segment) ?? segment).join("/");
}

/** The one parameter of style deepObject: `metadata[order]=10482`. */
const METADATA_PARAMETER = /^metadata\[([^[\]]*)\]$/;

/** Parses query parameters, each at most once. Refuses: invalid_request. */
export function parseQuery<T>(schema: z.ZodType<T>, search: string): T {
  if (search === "") return parseWith(schema, {}, "query");
  const query: Record<string, unknown> = Object.create(null);
  const metadata: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    const key = METADATA_PARAMETER.exec(name)?.[1];
    const target = key === undefined ? query : metadata;
    if ((key ?? name) in target) throw invalidField(printable(name), "must be sent only once");
    target[key ?? name] = value;
  }
  const nested = Object.keys(metadata).length > 0 ? { metadata } : {};
  return parseWith(schema, { ...nested, ...query }, "query");
}

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** The token of a header `Bearer <token>`; null for anything else. */
export const bearerIn = (header: string): string | null => BEARER.exec(header)?.[1] ?? null;
