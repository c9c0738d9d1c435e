// Finds releases in git's history.
import { execFileSync } from "node:child_process";

/** @typedef {{ commit: string, version: string }} FoundRelease */

/**
 * The newest commit up to `from` that a release's tag or subject names. Null if the history has none, is cut off
 * before it, or isn't there. @returns {FoundRelease | null}
 */
export function findLastRelease(from = "HEAD") {
  // Hash, tags and subject of every commit.
  const args = ["log", from, "--format=%H%x09%D%x09%s"];
  /** @type {string} */
  let log;
  try {
    log = execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    return null;
  }
  for (const line of log.split("\n")) {
    const [commit = "", refs = "", subject = ""] = line.split("\t");
    const named =
      /^Release (\d+\.\d+\.\d+)$/.exec(subject) ?? /\btag: v(\d+\.\d+\.\d+)(,|$)/.exec(refs);
    if (named?.[1]) return { commit, version: named[1] };
  }
  return null;
}
