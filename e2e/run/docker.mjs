// `node e2e/run/docker.mjs`: builds the image and runs the Compose files with Docker. Needs Docker, curl, and the
// ports 80, 443 and 8025.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** @typedef {import("./reports.mjs").TestResult} TestResult */

const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const IMAGE = `scrip:${version}`;
const MAX_IMAGE_BYTES = 350_000_000;
/** Not that of compose.yaml, whose volumes may be an operator's. */
const PROJECT = "scrip-test";
const ORIGIN = "https://localhost";
/** Caddy's certificate is its own. A server that isn't there yet is asked again for two minutes. */
const CURL = ["-sSk", "--fail", "--retry", "60", "--retry-delay", "2", "--retry-all-errors"];

const run = promisify(execFile);
const outputOf = async (/** @type {string} */ program, /** @type {string[]} */ args) =>
  (await run(program, args, { maxBuffer: 2 ** 28 })).stdout.trim();
const docker = (/** @type {string[]} */ ...args) => outputOf("docker", args);
const curl = (/** @type {string[]} */ ...args) => outputOf("curl", [...CURL, ...args]);

/** Builds the image that compose.yaml names: small, of this version, without sources or an environment. */
async function checkImage() {
  await docker("build", "--tag", IMAGE, ".");
  const inspect = (/** @type {string} */ format) =>
    docker("image", "inspect", "--format", format, IMAGE);
  assert.ok(Number(await inspect("{{.Size}}")) <= MAX_IMAGE_BYTES);
  const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
  assert.equal(await inspect(label), version);
  const unwanted = ["-name", ".env*", "-o", "-name", "*.map"];
  assert.equal(await docker("run", "--rm", IMAGE, "find", ".", ...unwanted), "");
}

/** Starts Compose files with new secrets, sells a card through Caddy, and stops an instance. Removes everything. */
async function checkCompose(/** @type {string[]} */ ...files) {
  const folder = mkdtempSync(join(tmpdir(), "scrip-docker-"));
  const environment = join(folder, ".env");
  const example = readFileSync(".env.example", "utf8");
  writeFileSync(
    environment,
    example.replace(/(?<=^\w+=)$/gm, () => randomBytes(32).toString("hex")),
  );
  const options = ["--project-name", PROJECT, "--env-file", environment];
  const named = files.flatMap((file) => ["--file", file]);
  const compose = (/** @type {string[]} */ ...args) =>
    docker("compose", ...options, ...named, ...args);
  const remove = () => compose("down", "--volumes", "--remove-orphans");
  try {
    // What an earlier run may have left has other passwords.
    await remove();
    await compose("up", "--detach", "--no-build");
    await compose("up", "--detach", "--no-build", "--no-deps", "--wait", "app-a", "app-b");
    await checkInstance(compose, readFileSync(environment, "utf8"));
  } catch (error) {
    console.error(await compose("logs", "--tail", "50").catch(String));
    throw error;
  } finally {
    await remove().catch(console.error);
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {(...args: string[]) => Promise<string>} compose
 * @param {string} environment
 */
async function checkInstance(compose, environment) {
  const inside = (/** @type {string[]} */ ...args) => compose("exec", "-T", "app-a", ...args);
  const scrip = async (/** @type {string[]} */ ...words) =>
    JSON.parse(await inside("node", "scrip.mjs", ...words));

  assert.notEqual(await inside("id", "-u"), "0");
  await assert.rejects(inside("touch", "/app/new"));
  await assert.rejects(inside("touch", "/tmp/new"));
  const ownerPassword = /^OWNER_DATABASE_PASSWORD=(.+)$/m.exec(environment)?.[1];
  assert.ok(ownerPassword);
  assert.ok(!(await inside("env")).includes(ownerPassword));

  const owner = ["--email", "owner@example.com", "--password", "a long sentence of a test"];
  const { slug } = await scrip("merchant", "create", "--name", "Café", ...owner);
  const { key } = await scrip("key", "create", "--merchant", slug, "--name", "Till");
  await curl(`${ORIGIN}/api/ready`);
  const headers = ["-H", `Authorization: Bearer ${key}`, "-H", "Content-Type: application/json"];
  const cards = (/** @type {string[]} */ ...more) =>
    curl(...headers, ...more, `${ORIGIN}/api/v1/cards`);
  const { uuid } = JSON.parse(await cards("--data", '{"currency":"EUR"}'));
  assert.ok(uuid);

  // One instance stops by itself, before it would be killed, and the other one serves.
  const container = await compose("ps", "--all", "--quiet", "app-a");
  await compose("stop", "app-a");
  assert.equal(await docker("inspect", "--format", "{{.State.ExitCode}}", container), "0");
  assert.ok((await cards()).includes(uuid));
}

/** @type {[title: string, check: () => Promise<void>][]} */
const CHECKS = [
  ["the image is built, small and without secrets", checkImage],
  ["compose.yaml serves from read-only instances", () => checkCompose("compose.yaml")],
  [
    "deploy/citus.compose.yaml serves from read-only instances",
    () => checkCompose("compose.yaml", "deploy/citus.compose.yaml"),
  ],
];

/** Runs a check to its end. @returns {Promise<TestResult>} */
async function resultOf(/** @type {string} */ title, /** @type {() => Promise<void>} */ check) {
  const startedMs = Date.now();
  const message = await check().then(
    () => "",
    (error) => String(error.stack),
  );
  const seconds = (Date.now() - startedMs) / 1_000;
  const outcome = message ? "failed" : "passed";
  return { file: "e2e/run/docker.mjs", line: null, title, seconds, outcome, message };
}

/** The image and the Compose files, where a Docker engine runs. */
export const dockerTests = {
  name: "Image and Compose files",
  run: async () => {
    const hasEngine = await docker("info").then(
      () => true,
      () => false,
    );
    if (!hasEngine) return { passed: 0, failed: 0, tests: [], absent: "Docker engine" };
    const tests = [];
    for (const [title, check] of CHECKS) {
      const result = await resultOf(title, check);
      console.log(`${result.outcome}: ${title}\n${result.message}`);
      tests.push(result);
    }
    const failed = tests.filter(({ outcome }) => outcome === "failed").length;
    return { passed: tests.length - failed, failed, tests };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
  const { passed, failed, absent } = await dockerTests.run();
  console.log(absent ? `Not run: no ${absent}.` : `${passed} passed, ${failed} failed`);
  if (failed > 0 || absent) process.exitCode = 1;
}
