import { addRoute, createRouter, findRoute } from "rou3";
import { type RouteHandlers, unknownResource } from "./endpoint";

/** Operations by their path, such as `/cards/{uuid}`, below that of the table. */
export type OperationTable = Record<string, RouteHandlers>;

/** A function that finds the resource of a path in a table, and the path's parameters. */
export function routerOf(table: OperationTable, prefix = "") {
  const router = createRouter<RouteHandlers>();
  for (const [path, resource] of Object.entries(table)) {
    addRoute(router, "", prefix + path.replace(/\{(\w+)\}/g, ":$1"), resource);
  }
  return (path: string) => findRoute(router, "", path);
}

/** The exports of the catch-all route `[...path]` that serves a table. */
export function serve(table: OperationTable): RouteHandlers {
  const find = routerOf(table);
  const unknown = unknownResource();
  const handlerOf =
    (method: keyof RouteHandlers): RouteHandlers["GET"] =>
    async (request, route) => {
      const segments = [(await route.params).path ?? []].flat();
      // Next has decoded them: a slash in one separates no others.
      const found = find(segments.map((segment) => `/${encodeURIComponent(segment)}`).join(""));
      if (!found) return unknown[method](request, route);
      const params = Object.entries(found.params ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ]);
      return found.data[method](request, { params: Promise.resolve(Object.fromEntries(params)) });
    };
  return {
    GET: handlerOf("GET"),
    HEAD: handlerOf("HEAD"),
    OPTIONS: handlerOf("OPTIONS"),
    POST: handlerOf("POST"),
    PUT: handlerOf("PUT"),
    PATCH: handlerOf("PATCH"),
    DELETE: handlerOf("DELETE"),
  };
}
