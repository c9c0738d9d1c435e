import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { filesBelow } from "../server/prepare.mjs";

type Instruction = { name: string; rest: string };
type Stage = { base: string; name: string; instructions: Instruction[] };

/** The stages of the Dockerfile with their instructions; the last one is the image. */
export function readDockerfile(): Stage[] {
  const text = readFileSync("Dockerfile", "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "");
  const stages: Stage[] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const [, name = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    const [base = "", , as = "image"] = rest.split(" ");
    if (name === "FROM") stages.push({ base, name: as, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/** The last instruction of this name in the image; empty if it has none. */
export const imageInstruction = (name: string): string =>
  readDockerfile()
    .at(-1)
    ?.instructions.findLast((one) => one.name === name)?.rest ?? "";

/** The words of an instruction with an exec form, such as CMD and HEALTHCHECK. */
export const execForm = (instruction: string): string[] =>
  JSON.parse(instruction.slice(instruction.indexOf("[")));

/** Whether the .dockerignore leaves a path of the repository out of the build. */
export function readDockerignore(): (path: string) => boolean {
  const lines = readFileSync(".dockerignore", "utf8").split("\n");
  const rules = lines
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const pattern = line
        .replace(/^!/, "")
        .replace(/[.]/g, "\\.")
        .replace(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(.*/)?"));
      // A rule for a folder also applies to everything in it.
      return { leavesOut: !line.startsWith("!"), pattern: new RegExp(`^${pattern}(/.*)?$`) };
    });
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.leavesOut ?? false;
}

/** The files of this repository that Docker sends to a build. */
function contextFiles(): string[] {
  const isLeftOut = readDockerignore();
  return readdirSync(".")
    .filter((entry) => !isLeftOut(entry))
    .flatMap((path) => (statSync(path).isFile() ? path : filesBelow(path)))
    .filter((path) => !isLeftOut(path));
}

/** The sources and the target of a COPY. */
export function copyOperands(rest: string) {
  const words = rest.split(" ").filter((word) => !word.startsWith("--"));
  const target = words.pop() ?? "";
  return { from: /^--from=(\w+)/.exec(rest)?.[1], sources: words, target };
}

function copy(source: string, target: string): void {
  const to = statSync(source).isFile() ? join(target, basename(source)) : target;
  cpSync(source, to, { recursive: true, verbatimSymlinks: true });
}

/** A step gets only PATH and HOME from this process, so that it finds programs and npm's cache. */
const STEP_ENVIRONMENT =
  'env -i PATH="$PATH" HOME="$HOME" npm_config_prefer_offline=true sh -c "$1"';

/**
 * Runs the COPY and RUN steps of the Dockerfile without Docker, each stage in an empty folder in `home`. `beforeRun` can
 * change the folder of a command. Returns the image's working folder. Throws if a step fails.
 */
export async function runDockerfile(home: string, beforeRun: (folder: string) => void) {
  const context = join(home, "context");
  for (const path of contextFiles()) cpSync(path, join(context, path));
  let folder = "";
  for (const { name: stage, instructions } of readDockerfile()) {
    for (const { name, rest } of instructions) {
      if (name === "WORKDIR") {
        folder = join(home, stage, rest);
        mkdirSync(folder, { recursive: true });
      } else if (name === "COPY") {
        const { from, sources, target } = copyOperands(rest);
        for (const source of sources) {
          copy(join(from ? join(home, from) : context, source), resolve(folder, target));
        }
      } else if (name === "RUN") {
        beforeRun(folder);
        await promisify(execFile)("sh", ["-c", STEP_ENVIRONMENT, "sh", rest], { cwd: folder });
      }
    }
  }
  return folder;
}
