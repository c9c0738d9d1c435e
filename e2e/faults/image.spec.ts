import { execFile, execFileSync } from "node:child_process";
import {
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
import { filesBelow } from "@/lib/server/prepare.mjs";
import { execForm, imageInstruction, runDockerfile } from "@/lib/testing/dockerfile";
import { apiClient, send } from "../support/client";
import { startServer } from "../support/instance";
import { newDatabase } from "../support/new-database";
import { createStoreKey } from "../support/releases";
import { expect, test } from "../support/test";

/** Any user but root, who could write anywhere. */
const NOBODY = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
/** The image has at most 350 MB, and that of Node has 220. */
const MOST_BYTES = 130_000_000;
const ENVIRONMENT = ".env.production";

const setWritable = (folder: string, mode: "a-w,a+rX" | "u+w") =>
  execFileSync("chmod", ["-R", mode, folder]);

/** Runs a program of the image with nothing but these variables. Returns its exit code and what it printed. */
const runIn = (folder: string, [program, ...words]: string[], variables: object) =>
  promisify(execFile)(program ?? "", words, {
    ...asUser,
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...variables },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error) => ({ code: error.code, output: `${error.stdout}${error.stderr}` }),
  );

/** What the image leaves out: sources, and the environment of the machine that builds. */
function expectOnlyWhatRuns(folder: string) {
  const files = filesBelow(folder);
  expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(MOST_BYTES);
  const sources = files.filter((path) => /\.(tsx?|map)$/.test(path));
  expect(sources.filter((path) => !path.includes("node_modules"))).toEqual([]);
  const links = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => lstatSync(path).isSymbolicLink());
  expect(links.filter((path) => isAbsolute(readlinkSync(path)))).toEqual([]);
  expect(existsSync(join(folder, ENVIRONMENT))).toBe(false);
}

test("the steps of the Dockerfile make what runs alone: from a read-only folder, as an ordinary user, in both lanes", async () => {
  test.setTimeout(900_000);
  const home = mkdtempSync(join(tmpdir(), "scrip-image-"));
  const { variables, remove } = await newDatabase();
  try {
    const folder = await runDockerfile(home, (build) =>
      writeFileSync(join(build, ENVIRONMENT), "ENCRYPTION_KEY=secret"),
    );
    expectOnlyWhatRuns(folder);
    setWritable(home, "a-w,a+rX");
    const files = filesBelow(folder);
    const [, server = ""] = execForm(imageInstruction("CMD"));
    const check = () => runIn(folder, execForm(imageInstruction("HEALTHCHECK")), variables);

    const bare = await runIn(folder, ["node", server], {});
    expect(bare).toMatchObject({ code: 1, output: expect.stringContaining("SCRIP_DATA_DIR") });

    const scrip = async (...words: string[]) => {
      const { code, output } = await runIn(folder, ["node", "scrip.mjs", ...words], variables);
      expect(code, output).toBe(0);
      return JSON.parse(output);
    };
    // What developers run needs no variables.
    const words = ["node", "scrip.mjs", "listen", "--key", "scrip_live_x"];
    expect((await runIn(folder, words, {})).output).toContain("This is a live key.");
    await scrip("db", "migrate");
    const key = await createStoreKey(scrip);
    for (const lane of ["direct", "next"]) {
      const program = { file: join(folder, server), cwd: "/", ...asUser };
      const running = await startServer({ ...variables, API_LANE: lane }, program);
      const origin = `http://localhost:${variables.PORT}`;
      try {
        expect(await check()).toMatchObject({ code: 0 });
        expect(await send("/api/ready", {}, origin)).toMatchObject({ status: 200 });
        const made = await apiClient(key, origin).post("/cards", { currency: "EUR" });
        expect(made).toMatchObject({ status: 201, body: { currency: "EUR" } });
        for (const path of ["/sign-in", "/docs", "/wallet/sign-in", "/api/v1/openapi.json"]) {
          expect((await send(path, {}, origin)).status, path).toBe(200);
        }
      } finally {
        await running.stop();
      }
      expect(await check()).toMatchObject({ code: 1 });
    }
    expect(filesBelow(folder)).toEqual(files);
  } finally {
    await remove();
    setWritable(home, "u+w");
    rmSync(home, { recursive: true, force: true });
  }
});
