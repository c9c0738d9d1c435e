import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ file: string, title?: string }} Test A test file, or its tests with `title` in their title. */

/** One guarantee, the change that breaks it, and the tests that must fail. */
export class Mutant {
  find = "";
  replace = "";
  /** @type {Test[]} */
  tests = [];

  constructor(/** @type {string} */ guarantee, /** @type {string} */ file) {
    this.guarantee = guarantee;
    this.file = file;
  }

  /** Sets the change. `find` must be in the file exactly once. */
  replacing(/** @type {string} */ find, /** @type {string} */ replace) {
    this.find = find;
    this.replace = replace;
    return this;
  }

  without(/** @type {string} */ find) {
    return this.replacing(find, "");
  }

  /** Names a test that must fail. Without a title, any test of the file may. */
  caughtBy(/** @type {string} */ file, /** @type {string | undefined} */ title = undefined) {
    this.tests.push(title === undefined ? { file } : { file, title });
    return this;
  }
}

export const mutant = (/** @type {string} */ guarantee, /** @type {string} */ file) =>
  new Mutant(guarantee, file);

/** Returns the text of the file with the change. Throws if `find` is not there exactly once. */
export function breakSource(
  /** @type {Pick<Mutant, "file" | "find" | "replace">} */ { file, find, replace },
) {
  const text = readFileSync(file, "utf8");
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`the text to replace is ${times} times in ${file}`);
  return text.replace(find, () => replace);
}

/** What keeps mutants from being tried as they are, in words: the code or a test file has changed since. */
export function staleReasons(/** @type {Mutant[]} */ mutants) {
  return mutants.flatMap(({ guarantee, file, find, replace, tests }) => {
    const reasons = tests
      .filter((test) => !existsSync(test.file))
      .map((test) => `there is no ${test.file}`);
    try {
      breakSource({ file, find, replace });
    } catch (error) {
      reasons.push(error.message);
    }
    return reasons.map((reason) => `${guarantee}: ${reason}`);
  });
}
