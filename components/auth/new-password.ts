import { z } from "zod";

export const shortestPassword = 10;

/** A password that a person chooses. */
export const NewPassword = z
  .string()
  .min(shortestPassword, `Use at least ${shortestPassword} characters; a sentence is good.`)
  .max(200, "Use at most 200 characters.");
