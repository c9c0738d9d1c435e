import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PATIENT } from "@/lib/testing/patience";
import { bundlePrograms } from "../mutants/scratch.mjs";

/** A built release: its folder, and its programs in it. */
export type Release = { version: string; folder: string; server: string; scrip: string };

type Variables = Record<string, string>;

const BUNDLES = { server: join(".build", "server.mjs"), scrip: join(".build", "scrip.mjs") };
const SOURCES = ["app", "components", "docs", "drizzle", "lib", "package.json", "tsconfig.json"];

const readPackage = () => JSON.parse(readFileSync("package.json", "utf8"));

/** The working tree, as it was built. */
export const thisRelease = (): Release => ({
  version: readPackage().version,
  folder: resolve("."),
  ...BUNDLES,
});

/**
 * Makes another release of the working tree, with its version, the oldest release that runs beside it, and what
 * `change` writes into its folder. It has the pages of the last build.
 */
export function makeRelease(
  version: string,
  oldestCompatible: string,
  change: (folder: string) => void = () => {},
): Release & { remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "scrip-release-"));
  for (const path of SOURCES) cpSync(path, join(folder, path), { recursive: true });
  for (const path of ["node_modules", ".next"]) symlinkSync(resolve(path), join(folder, path));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ ...readPackage(), version, oldestCompatible }),
  );
  change(folder);
  bundlePrograms(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { version, folder, ...BUNDLES, remove };
}

/** A migration with what releases may do: columns, a table, a large index and a changed function. */
export function changeSchema(folder: string): void {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write(
    "drizzle/9001_next.sql",
    `alter table cards add column next_status text;
    alter table transactions add column next_cents bigint default 7;
    create table next_things (id uuid primary key, card_id uuid);
    comment on table next_things is 'Added by the next release.';
    create index holds_next on holds (merchant_id, created_at);`,
  );
  write(
    "drizzle/9002_index.sql",
    "create index concurrently if not exists transactions_next on transactions (request_id);",
  );
  const move = readFileSync(join(folder, "lib/ledger/post/move.sql"), "utf8");
  const changed = move
    .replace("owner jsonb, rare jsonb))", "owner jsonb, rare jsonb, next text))")
    .replace(
      "'previousBalanceCents', previous)",
      "'previousBalanceCents', previous, 'next', m.next)",
    );
  write("lib/ledger/post/move.sql", changed);
}

/** Runs a release's `scrip` command. */
export const scripOf =
  ({ folder, scrip }: Release, variables: Variables) =>
  async (...words: string[]) => {
    const patient = { ...variables, ...PATIENT };
    const { code, output, error } = await runToEnd({ folder, file: scrip }, words, patient);
    if (code !== 0) throw new Error(`scrip ${words.join(" ")}: ${error}`);
    return JSON.parse(output);
  };

/** Creates a store and a key with a `scrip` command. Returns the key. */
export async function createStoreKey(
  scrip: ReturnType<typeof scripOf>,
  ...flags: string[]
): Promise<string> {
  const owner = ["--email", "o@example.com", "--password", "a long sentence of a test"];
  const { slug } = await scrip("merchant", "create", "--name", "Café", ...owner);
  const { key } = await scrip("key", "create", "--merchant", slug, "--name", "Till", ...flags);
  return key;
}

/** Runs a release's server, which is to refuse to start. Returns what it printed. */
export async function refusalOf({ folder, server }: Release, variables: Variables) {
  const { code, error } = await runToEnd({ folder, file: server }, [], variables);
  return code === 0 ? "It ran." : error;
}

/** Runs a program of a release. Returns its exit code, and what it printed on standard output and as errors. */
export const runToEnd = (
  { folder, file }: { folder: string; file: string },
  words: string[],
  variables: Variables,
) =>
  new Promise<{ code: number; output: string; error: string }>((settle) => {
    const env = { ...process.env, NODE_ENV: "production" as const, ...variables };
    const options = { env, cwd: folder };
    execFile(process.execPath, [file, ...words], options, (failure, output, error) =>
      settle({ code: failure ? Number(failure.code ?? -1) : 0, output, error }),
    );
  });
