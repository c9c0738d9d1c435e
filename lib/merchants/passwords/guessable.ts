import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";
import { invalidField } from "../../errors";

// Where sign-in attempts are limited, 10^8 guesses take centuries; leaked and common passwords need far fewer.
const MIN_GUESSES = 100_000_000;
// The time to estimate grows with the square of the length, and a longer password is no weaker than its start.
const MAX_CHARS_ESTIMATED = 60;

const ESTIMATOR_SYMBOL = Symbol.for("scrip.password-estimator");
const globals = globalThis as { [ESTIMATOR_SYMBOL]?: ZxcvbnFactory };

/** Created at first use: its dictionaries of leaked passwords and English words take some megabytes. */
const estimator = (): ZxcvbnFactory => {
  globals[ESTIMATOR_SYMBOL] ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return globals[ESTIMATOR_SYMBOL];
};

/** The words of an email or a name that a password could be made of: `ada@acme.com` gives ada, acme, com. */
const wordsOf = (text: string): string[] => [
  text,
  ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2),
];

/**
 * Refuses a password that is common, leaked, a pattern of the keyboard, or made of the `personal` words.
 * Works offline. Refuses: invalid_request (password).
 */
export function refuseGuessable(password: string, personal: string[]): void {
  const estimated = password.slice(0, MAX_CHARS_ESTIMATED);
  const { guesses } = estimator().check(estimated, [...personal, "scrip"].flatMap(wordsOf));
  if (guesses >= MIN_GUESSES) return;
  throw invalidField(
    "password",
    "is easy to guess: it's common, leaked, a pattern, or based on your name or email. Try 4 random words.",
  );
}
