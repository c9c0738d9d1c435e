import { routes } from "@/app/api/v1/routes";
import type { Translate } from "@/components/kit/locale/translate";
import type { Definition, RouteHandlers } from "@/lib/api/kernel/endpoint";
import { jsonSchema, type Schemas } from "@/lib/api/kernel/json-schema";
import type { ApiScope } from "@/lib/base/roles";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

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
function openedBy(
  t: Translate<"docs">,
  scope: ApiScope,
  { name, spec }: NamedOperation,
): string | null {
  if (scope === "codes:read") {
    return spec.scope !== null && !spec.createdBy && containsCode(spec) ? name : null;
  }
  const { alsoScope, scopeWithoutCode } = spec;
  if (spec.scope === scope) {
    if (scopeWithoutCode) return t("leakedKeys.withCode", { operation: name });
    return alsoScope ? t("leakedKeys.withScope", { operation: name, scope: alsoScope }) : name;
  }
  const isNeededToo = scopeWithoutCode === scope || alsoScope === scope;
  return isNeededToo
    ? t("leakedKeys.togetherWith", { operation: name, scope: String(spec.scope) })
    : null;
}

/** The operations that a scope opens, such as "GET /cards". For codes:read, those that show codes to it. */
export const operationsWith = (t: Translate<"docs">, scope: ApiScope): string[] =>
  operations().flatMap((operation) => openedBy(t, scope, operation) ?? []);
