import * as z from "zod/mini";

/** What a key is called. */
export const KeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Give the key a name, such as the till it is for."),
    z.maxLength(100, "Use at most 100 characters."),
  );
