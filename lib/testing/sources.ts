import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const FOLDERS = ["app", "components", "lib", "drizzle", "e2e", "clients"];
/** What `npm run clients` builds from the sources. */
export const BUILT_PATTERN = /^clients\/typescript\/dist\//;
const SOURCE_FILE_PATTERN = /\.(ts|tsx|mjs)$/;
// The quoted text after `from`, after a bare `import`, or in `import(…)`.
const IMPORT_PATTERN = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)["']([^"']+)["']/gm;

export type Import = { from: string; specifier: string; target: string };

const withForwardSlashes = (path: string) => path.replaceAll("\\", "/");

/** Every source file of the repository, as paths from its root. */
export function sourceFiles(): string[] {
  const atRoot = readdirSync(".").filter(
    (file) => SOURCE_FILE_PATTERN.test(file) && statSync(file).isFile(),
  );
  const inFolders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => SOURCE_FILE_PATTERN.test(file))
      .map((file) => withForwardSlashes(join(folder, file)))
      .filter((file) => !BUILT_PATTERN.test(file)),
  );
  return [...atRoot.filter((file) => file !== "next-env.d.ts"), ...inFolders].sort();
}

/** Resolves a relative or `@/` specifier to a file. Returns a package's specifier as is. */
function resolveImport(from: string, specifier: string): string {
  if (!/^(\.|@\/)/.test(specifier)) return specifier;
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : posix.join(withForwardSlashes(dirname(from)), specifier);
  // A published package names its files as Node finds them: ./client.js is client.ts.
  const found = [base, base.replace(/\.js$/, ".ts")]
    .flatMap((path) =>
      ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"].map((end) => path + end),
    )
    .find((path) => existsSync(path) && statSync(path).isFile());
  if (!found) throw new Error(`${from}: there is no ${specifier}`);
  return found;
}

/** A file's imports and re-exports, including types. Throws if an imported file doesn't exist. */
export const importsOf = (from: string): Import[] =>
  [...readFileSync(from, "utf8").matchAll(IMPORT_PATTERN)].map(([, specifier = ""]) => ({
    from,
    specifier,
    target: resolveImport(from, specifier),
  }));
