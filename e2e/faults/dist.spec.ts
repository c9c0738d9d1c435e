import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FONT_FILES } from "@/lib/documents/font-files";
import { assemble } from "@/lib/server/assemble.mjs";
import { filesBelow } from "@/lib/server/prepare.mjs";
import { apiClient, send } from "../support/client";
import { startServer } from "../support/instance";
import { newDatabase } from "../support/new-database";
import { createStoreKey, scripOf } from "../support/releases";
import { expect, test } from "../support/test";

/** Any user but root, who could write anywhere. */
const NOBODY = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
/** The image has at most 350 MB, and that of Node has 220. */
const MOST_BYTES = 130_000_000;

const setMode = (folder: string, mode: string) => execFileSync("chmod", ["-R", mode, folder]);

test("what npm run build writes runs alone: from a read-only folder, as an ordinary user, in both lanes", async () => {
  test.setTimeout(600_000);
  const home = mkdtempSync(join(tmpdir(), "scrip-dist-"));
  const folder = join(home, "dist");
  const { variables, remove } = await newDatabase();
  try {
    await assemble(folder);
    const files = filesBelow(folder);
    expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(MOST_BYTES);
    const sources = files.filter((path) => /\.(tsx?|map)$|\/\.env/.test(path));
    expect(sources.filter((path) => !path.includes("node_modules"))).toEqual([]);
    const fonts = files.filter((path) => /node_modules.*\.(ttf|otf|woff2?)$/.test(path));
    expect(fonts.sort()).toEqual(FONT_FILES.map((path) => join(folder, path)).sort());

    setMode(home, "a-w,a+rX");
    const release = { version: "", folder, server: "server.mjs", scrip: "scrip.mjs" };
    const scrip = scripOf(release, variables);
    await scrip("db", "migrate");
    const key = await createStoreKey(scrip);
    for (const lane of ["direct", "next"]) {
      const program = { file: join(folder, "server.mjs"), cwd: "/", ...asUser };
      const server = await startServer({ ...variables, API_LANE: lane }, program);
      const origin = `http://localhost:${variables.PORT}`;
      try {
        const made = await apiClient(key, origin).post("/cards", { currency: "EUR" });
        expect(made).toMatchObject({ status: 201, body: { currency: "EUR" } });
        for (const path of ["/sign-in", "/docs", "/wallet/sign-in", "/api/v1/openapi.json"]) {
          expect((await send(path, {}, origin)).status, path).toBe(200);
        }
      } finally {
        await server.stop();
      }
    }
    expect(filesBelow(folder)).toEqual(files);
  } finally {
    await remove();
    setMode(home, "u+w");
    rmSync(home, { recursive: true, force: true });
  }
});
