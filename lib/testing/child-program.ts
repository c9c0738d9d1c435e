import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll } from "vitest";

/** Bundles a program of this folder. Returns a function that runs it until it, or its test, ends. */
export function childProgram(name: string) {
  // Inside the repository, so that the bundle can resolve its packages.
  const program = resolve(".build", `${name}-${process.pid}.mjs`);
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    await build({
      entryPoints: [`lib/testing/${name}.ts`],
      outfile: program,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
    });
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(program, { force: true }));
  return (args: string[], options: SpawnOptions): ChildProcess => {
    const child = spawn(process.execPath, [program, ...args], options);
    started.push(child);
    return child;
  };
}
