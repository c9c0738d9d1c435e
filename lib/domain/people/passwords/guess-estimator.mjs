// Runs on a thread of its own (guessable.ts): an estimate can take half a second, in which the process would do nothing
// else. Not in TypeScript, because a thread starts from a file that Node runs as it is.
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

parentPort?.on("message", (/** @type {import("./guessable").Estimate} */ { password, words }) => {
  parentPort?.postMessage(estimator.check(password, words).guesses);
});
