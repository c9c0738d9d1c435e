// TypeScript 7 has no compiler API, so openapi-typescript uses TypeScript 5.
import { register } from "node:module";

const hooks = `export const resolve = (name, context, next) =>
  next(name === "typescript" ? "typescript-5" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
