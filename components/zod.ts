// Only what forms use: a namespace import of the package would load all of it on every page with a form.
export type { core, infer, input, output, ZodMiniType } from "zod/mini";
export {
  array,
  boolean,
  custom,
  email,
  enum,
  literal,
  maxLength,
  minLength,
  NEVER,
  number,
  object,
  optional,
  pipe,
  record,
  refine,
  regex,
  string,
  transform,
  trim,
  union,
} from "zod/mini";
