import * as z from "zod/mini";
import { normaliseEmail } from "@/lib/base/email";
import type { IssueText } from "./forms";
import { matchesProof } from "./proof-field";

/** An issue whose text `schemaResolver` writes in the page's language. */
export const problem = (key: IssueText["key"], values: IssueText["values"] = {}) => ({
  params: { key, values } satisfies IssueText,
});

/** An email address, by the server's own rule. */
export const typedEmail = z
  .string()
  .check(z.refine((typed) => normaliseEmail(typed) !== null, problem("email")));

/** A required name of at most this many characters. */
const typedNameOf = (longest: number) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text !== "", problem("name")),
    z.maxLength(longest),
  );

export const typedName = typedNameOf(100);

/** The name of a device or a cashier. */
export const typedTillName = typedNameOf(60);

/** A number from 1 to `max`. */
export const upTo = (max: number) =>
  z
    .number()
    .check(z.refine((count) => count >= 1 && count <= max, problem("range", { min: 1, max })));

/** The text that the user must type before an action that can't be undone. */
export const typedProof = (proof: string) =>
  z.string().check(z.refine((typed) => matchesProof(typed, proof), problem("proof", { proof })));

const longestNote = 500;
const longestReference = 255;

const emptyToUndefined = (text: string) => (text === "" ? undefined : text);

/** Optional text. An empty field is not sent. */
export const optionalText = (longest: number) =>
  z.optional(
    z.pipe(z.string().check(z.trim(), z.maxLength(longest)), z.transform(emptyToUndefined)),
  );

export const optionalReason = optionalText(200);
export const optionalNote = optionalText(longestNote);
export const optionalReference = optionalText(longestReference);

export const optionalEmail = z.optional(
  z.pipe(z.union([z.literal(""), typedEmail]), z.transform(emptyToUndefined)),
);
