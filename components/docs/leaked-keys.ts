import { routes } from "@/app/api/v1/routes";
import type { Definition, RouteHandlers } from "@/lib/http/endpoint";
import { jsonSchema, type Schemas } from "@/lib/http/json-schema";
import type { ApiScope } from "@/lib/roles";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What someone with a leaked key of this scope can do. */
export const leakWords: Record<ApiScope, string> = {
  "cards:read":
    "Read cards and store credit, with balances, customers' emails, metadata and latest transactions, and the totals of the key's own transactions. Codes are masked, so they can't be used.",
  "cards:write":
    "Create cards without value, edit metadata, freeze, unfreeze and disable cards, and assign a card if they have its code.",
  "codes:read":
    "See the full codes of the cards that the other scopes return. Codes work like cash.",
  "money:write":
    "Activate, top up, redeem and refund cards, hold their balance, reverse transactions, issue store credit and transfer balances, up to the rate limits. Together with cards:write, assign any unclaimed card to an email, replace cards, and write off the balance of a card when they disable it.",
  "transactions:read":
    "Read every transaction with its amount, note, reference and metadata, and the name of the API key that made it.",
  "webhooks:write":
    "Send your events, with customers' emails and balances, to another URL, and turn your webhooks off.",
};

type NamedOperation = { name: string; spec: Definition };

const operations = (): NamedOperation[] =>
  Object.entries<RouteHandlers>(routes).flatMap(([path, resource]) =>
    METHODS.flatMap((method) => {
      const { spec } = resource[method];
      return spec ? [{ name: `${method} ${path}`, spec }] : [];
    }),
  );

/** Whether a response contains a card's code, in either shape. */
function containsCode({ reply }: Definition): boolean {
  const schemas: Schemas = {};
  const shown = [reply.A, reply.B].map(({ schema }) => jsonSchema(schema, "output", schemas));
  return JSON.stringify([shown, schemas]).includes('"code":');
}

/** What a scope opens of an operation: its name, with what else is needed. Null for nothing. */
function openedBy(scope: ApiScope, { name, spec }: NamedOperation): string | null {
  if (scope === "codes:read") {
    return spec.scope !== null && !spec.createdBy && containsCode(spec) ? name : null;
  }
  const { alsoScope, scopeWithoutCode } = spec;
  if (spec.scope === scope) {
    if (scopeWithoutCode) return `${name} (with the card's code)`;
    return alsoScope ? `${name} (with ${alsoScope})` : name;
  }
  const isNeededToo = scopeWithoutCode === scope || alsoScope === scope;
  return isNeededToo ? `${name} (together with ${spec.scope})` : null;
}

/** The operations that a scope opens, such as "GET /cards". For codes:read, those that show codes to it. */
export const operationsWith = (scope: ApiScope): string[] =>
  operations().flatMap((operation) => openedBy(scope, operation) ?? []);
