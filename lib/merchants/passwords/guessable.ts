import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalidField } from "../../errors";

// Where sign-in attempts are limited, 10^8 guesses take centuries; leaked and common passwords need far fewer.
const MIN_GUESSES = 100_000_000;
// The time to estimate grows with the square of the length, and a longer password is no weaker than its start.
const MAX_CHARS_ESTIMATED = 60;

const ESTIMATOR_SYMBOL = Symbol.for("scrip.password-estimator");
const globals = globalThis as { [ESTIMATOR_SYMBOL]?: Promise<ZxcvbnFactory> };

/** Loads the dictionaries of leaked passwords and English words, which take some megabytes. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

/** Loaded at first use. */
function estimator(): Promise<ZxcvbnFactory> {
  globals[ESTIMATOR_SYMBOL] ??= loadEstimator();
  return globals[ESTIMATOR_SYMBOL];
}

/** The words of an email or a name that a password could be made of: `ada@acme.com` gives ada, acme, com. */
const wordsOf = (text: string): string[] => [
  text,
  ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2),
];

/**
 * Refuses a password that is common, leaked, a pattern of the keyboard, or made of the `personal` words.
 * Works offline. Refuses: invalid_request (password).
 */
export async function refuseGuessable(password: string, personal: string[]): Promise<void> {
  const estimated = password.slice(0, MAX_CHARS_ESTIMATED);
  const words = [...personal, "scrip"].flatMap(wordsOf);
  const { guesses } = (await estimator()).check(estimated, words);
  if (guesses >= MIN_GUESSES) return;
  throw invalidField(
    "password",
    "is easy to guess: it's common, leaked, a pattern, or based on your name or email. Try 4 random words.",
  );
}
