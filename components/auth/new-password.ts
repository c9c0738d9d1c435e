import * as z from "zod/mini";

export const shortestPassword = 10;

/** A password that a person chooses. */
export const NewPassword = z
  .string()
  .check(
    z.minLength(
      shortestPassword,
      `Use at least ${shortestPassword} characters; a sentence is good.`,
    ),
    z.maxLength(200, "Use at most 200 characters."),
  );
