import * as z from "zod/mini";

/** What is typed in more than one form. */
export const typedEmail = z.email("Enter an e-mail address, such as name@example.com.");

/** A name; `missing` is said where there is none. */
export const typedName = (missing: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, missing), z.maxLength(100, "Use at most 100 characters."));

export const typedStoreName = typedName("Enter the store's name.");
