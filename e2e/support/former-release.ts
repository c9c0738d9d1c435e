import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type FoundRelease, findLastRelease } from "@/lib/release/last-release.mjs";
import { linkFolder } from "../mutants/scratch.mjs";
import type { Release } from "./releases";

// Ignored by git, and kept between runs and by CI.
const BUILT_FOLDER = join(".build", "releases");

/** The release before the working tree: HEAD may be the release of this version itself. */
export function findFormerRelease(): FoundRelease | null {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const last = findLastRelease();
  if (last === null || last.version !== version) return last;
  const head = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  return last.commit === head ? findLastRelease("HEAD^") : last;
}

/** Builds a commit in a folder of its own, with this repository's packages if they are the same. */
function build(commit: string, to: string): void {
  const folder = mkdtempSync(join(tmpdir(), "scrip-former-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1024 ** 3 });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    const lockFiles = [folder, "."].map((root) => readFileSync(join(root, "package-lock.json")));
    // Otherwise, the build installs its own.
    if (lockFiles[0]?.equals(lockFiles[1] ?? Buffer.alloc(0)))
      linkFolder("node_modules", join(folder, "node_modules"));
    execFileSync(process.execPath, ["lib/server/build.mjs"], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", 2, 2],
    });
    mkdirSync(BUILT_FOLDER, { recursive: true });
    cpSync(join(folder, "dist"), to, { recursive: true, verbatimSymlinks: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a release's commit runs in production, built once. */
export function buildRelease({ commit, version }: FoundRelease): Release {
  const folder = resolve(BUILT_FOLDER, commit);
  if (!existsSync(join(folder, "server.mjs"))) build(commit, folder);
  return { version, folder, server: "server.mjs", scrip: "scrip.mjs" };
}
