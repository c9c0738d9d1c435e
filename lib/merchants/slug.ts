import { randomInt } from "node:crypto";

const MAX_CHARS = 48;
const SUFFIX_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const SUFFIX_CHARS = 6;

/** A store's name as it may stand in a URL: `Café Zoë & Co` is `cafe-zoe-co`. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_CHARS)
    .replace(/^-+|-+$/g, "") || "store";

/** The slug with a random ending, for when another store has it already. */
export const anotherSlug = (slug: string): string =>
  `${slug}-${Array.from({ length: SUFFIX_CHARS }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join("")}`;
