import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import type { Definition } from "@/lib/api/kernel/endpoint";
import { SHAPES } from "./shapes";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** One method of one route. */
export type Operation = { name: string; method: Method; path: string; spec: Definition };

/** Every operation of the API, read from the route list that also serves them. */
export const allOperations: Operation[] = Object.entries(routes).flatMap(([path, resource]) =>
  METHODS.flatMap((method) => {
    const { spec } = resource[method];
    return spec ? [{ name: `${method} ${path}`, method, path, spec }] : [];
  }),
);

/** The operations of live stores. Those that only test keys can call are tested next to their routes. */
export const operations = allOperations.filter(({ spec }) => spec.mode !== "test");

/** Pairs each of these operations with each shape. */
export const inShapes = (some: readonly Operation[]) =>
  some.flatMap((operation) =>
    SHAPES.map((shape) => ({ name: `${operation.name} (Shape ${shape})`, operation, shape })),
  );

/** Every route and method without an operation, with the expected Allow header. */
export const undefinedMethods = Object.keys(routes).flatMap((path) => {
  const defined = allOperations.filter((operation) => operation.path === path);
  const methods = defined.map(({ method }) => method);
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return METHODS.filter((method) => !methods.includes(method)).map((method) => ({
    name: `${method} ${path}`,
    path,
    method,
    allow,
  }));
});

/** The field names of a schema's input. */
export const propertiesOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties ?? {});
};
