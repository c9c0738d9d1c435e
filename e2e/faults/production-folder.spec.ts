import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { assemble } from "@/lib/server/assemble.mjs";
import { apiClient, send } from "../support/client";
import { startServer } from "../support/instance";
import { newDatabase } from "../support/new-database";
import { expect, test } from "../support/test";

/** Any user but root, who could write anywhere. */
const NOBODY = 65_534;
const ENVIRONMENT = join(".next", "standalone", ".env.production");
const MOST_BYTES = 200 * 1024 * 1024;

const pathsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));

test("what the build writes runs alone: from a read-only folder, as an ordinary user, in both lanes", async () => {
  test.setTimeout(180_000);
  const home = mkdtempSync(join(tmpdir(), "scrip-production-"));
  const { variables, remove } = await newDatabase();
  try {
    const folder = join(home, "scrip");
    // Next copies such a file of the machine that builds.
    writeFileSync(ENVIRONMENT, "ENCRYPTION_KEY=secret");
    await assemble(folder);
    expect(existsSync(join(folder, ".env.production"))).toBe(false);
    const paths = pathsIn(folder);
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    const sources = paths.filter((path) => /\.(tsx?|map)$/.test(path));
    expect(sources.filter((path) => !path.includes("node_modules"))).toEqual([]);
    const links = paths.filter((path) => lstatSync(path).isSymbolicLink());
    expect(links.filter((path) => isAbsolute(readlinkSync(path)))).toEqual([]);
    for (const path of [home, folder, ...paths]) chmodSync(path, 0o555);

    const asUser = { cwd: "/", ...(process.getuid?.() === 0 ? { uid: NOBODY } : {}) };
    const scrip = async (...words: string[]) => {
      const options = { ...asUser, env: { ...process.env, ...variables } };
      const command = [join(folder, "scrip.mjs"), ...words];
      return JSON.parse((await promisify(execFile)(process.execPath, command, options)).stdout);
    };
    await scrip("db", "migrate");
    const owner = ["--email", "owner@example.com", "--password", "a long sentence of a test"];
    const { slug } = await scrip("merchant", "create", "--name", "Café", ...owner);
    const { key } = await scrip("key", "create", "--merchant", slug, "--name", "Till");

    for (const lane of ["direct", "next"]) {
      const program = { file: join(folder, "server.mjs"), ...asUser };
      const server = await startServer({ ...variables, API_LANE: lane }, program);
      const origin = `http://localhost:${variables.PORT}`;
      try {
        expect(await send("/api/ready", {}, origin)).toMatchObject({ status: 200 });
        const made = await apiClient(key, origin).post("/cards", { currency: "EUR" });
        expect(made).toMatchObject({ status: 201, body: { currency: "EUR" } });
        for (const path of ["/sign-in", "/docs", "/wallet/sign-in", "/api/v1/openapi.json"]) {
          expect((await send(path, {}, origin)).status, path).toBe(200);
        }
      } finally {
        await server.stop();
      }
    }
    expect(pathsIn(folder)).toEqual(paths);
  } finally {
    rmSync(ENVIRONMENT, { force: true });
    await remove();
    for (const path of [home, ...pathsIn(home)]) chmodSync(path, 0o755);
    rmSync(home, { recursive: true, force: true });
  }
});
