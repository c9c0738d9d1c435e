import { z } from "zod";

/** What a key is called. */
export const KeyName = z
  .string()
  .trim()
  .min(1, "Give the key a name, such as the till it is for.")
  .max(100, "Use at most 100 characters.");
