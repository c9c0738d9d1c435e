import * as z from "zod/mini";
import { typedEmail } from "@/components/typed";

const longestNote = 500;
const longestReference = 255;

const emptyToNothing = (text: string) => (text === "" ? undefined : text);

/** Text that may be left out; an empty field is not sent. */
const optionalText = (longest: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(longest, `Use at most ${longest} characters.`)),
      z.transform(emptyToNothing),
    ),
  );

export const optionalNote = optionalText(longestNote);
export const optionalReference = optionalText(longestReference);

export const optionalEmail = z.optional(
  z.pipe(z.union([z.literal(""), typedEmail]), z.transform(emptyToNothing)),
);
