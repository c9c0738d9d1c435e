import { spawn } from "node:child_process";
import { once } from "node:events";
import { killOnExit } from "./programs";

/** Starts the `scrip` command as a developer does: without the variables of a server. */
export function startScrip(words: string[], variables: Record<string, string> = {}) {
  const { PATH = "" } = process.env;
  const program = spawn(process.execPath, [".build/scrip.mjs", ...words], {
    env: { PATH, NODE_ENV: "production", ...variables },
  });
  killOnExit(program);
  const ended = once(program, "exit").then(([code]) => Number(code));
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    program[name].on("data", (chunk: Buffer) => {
      written[name] += chunk;
    });
  }
  return {
    ended,
    /** Everything that it has written so far. */
    output: () => written.stdout,
    errors: () => written.stderr,
    /** Presses Ctrl-C. Returns the exit code. */
    interrupt: () => {
      program.kill("SIGINT");
      return ended;
    },
  };
}
