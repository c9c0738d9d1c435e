import { readTerm } from "@/components/cards/search-terms";

/** Possible meanings of the typed text. One term can be both the end of a code and the start of an email. */
export type Wanted =
  | { kind: "nothing" }
  | { kind: "code"; code: string }
  | { kind: "id"; uuid: string }
  | { kind: "words"; last4: string | null; beginning: string | null };

const shortestBeginning = 2;

/** Parses the text typed into the palette. */
export function readWanted(typed: string): Wanted {
  const text = typed.trim();
  const term = readTerm(text);
  if (term.kind === "code" || term.kind === "id") return term;
  // Only characters that card codes use.
  const last4 = /^[2-9a-hj-np-z]{4}$/i.test(text) ? text.toUpperCase() : null;
  const beginning = text.length >= shortestBeginning && !/\s/.test(text) ? text : null;
  return last4 || beginning ? { kind: "words", last4, beginning } : { kind: "nothing" };
}
