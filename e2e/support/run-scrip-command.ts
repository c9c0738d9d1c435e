import { execFile } from "node:child_process";
import type { Answer } from "./client";

type Result = { code: number; body: Answer["body"]; error: Answer["body"] };

const parseOutput = (text: string) => (text.trim() ? JSON.parse(text) : null);

/** Runs the operator command against the server under test, which it finds through its data folder. */
export function runScrip(...words: string[]): Promise<Result> {
  const { DATABASE_URL: _found, ...env } = process.env;
  return run(words, env);
}

/** Runs the operator command with other variables. */
export const runScripWith = (
  variables: Record<string, string>,
  ...words: string[]
): Promise<Result> => run(words, { ...process.env, ...variables });

function run(words: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [".build/scrip.mjs", ...words],
      { env },
      (failure, stdout, stderr) => {
        const code = failure ? Number(failure.code ?? 1) : 0;
        try {
          resolve({ code, body: parseOutput(stdout), error: parseOutput(stderr) });
        } catch {
          reject(new Error(`scrip ${words.join(" ")} did not print JSON:\n${stdout}\n${stderr}`));
        }
      },
    );
  });
}
