import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PATCHES, patchDriver } from "./patch-driver.mjs";

type Queue = {
  length: number;
  push: (item: object) => void;
  shift: () => object | undefined;
  remove: (item: object) => object | null;
};

const BUILDS = ["src", "cjs/src"];
const FILES = BUILDS.flatMap((build) => [...new Set(PATCHES.map(({ file }) => join(build, file)))]);
const installed = resolve("node_modules/postgres");

let folder = "";
const texts = () => FILES.map((file) => readFileSync(join(folder, file), "utf8"));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scrip-driver-"));
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(installed, `${file}.published`), join(folder, file));
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function patchedQueue(): Promise<() => Queue> {
  patchDriver(folder);
  const module = await import(pathToFileURL(join(folder, "src/queue.js")).href);
  return module.default;
}

test("a queue that is never empty keeps next to nothing of what was taken from it", async () => {
  const makeQueue = await patchedQueue();
  const queue = makeQueue();
  for (let session = 0; session < 4; session++) queue.push({ session });
  for (let query = 0; query < 1_000; query++) queue.push(queue.shift() ?? {});
  expect(queue.length).toBe(4);
  const search = vi.spyOn(Array.prototype, "indexOf");
  queue.remove({});
  const lookedThrough = search.mock.contexts[0] as unknown[];
  search.mockRestore();
  expect(lookedThrough.length).toBeLessThanOrEqual(2 * 4);
});

test("items come out in the order in which they were put in, less those removed", async () => {
  const makeQueue = await patchedQueue();
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed} (TEST_SEED)`);
  const verb = fc.constantFrom("push", "push", "shift", "shift", "remove");
  const steps = fc.array(fc.record({ verb, at: fc.nat() }), { maxLength: 200 });
  const behaves = (all: { verb: string; at: number }[]) => {
    const queue = makeQueue();
    const model: object[] = [];
    for (const { verb, at } of all) {
      const item = {};
      if (verb === "push") {
        queue.push(item);
        model.push(item);
      } else if (model.length === 0) expect(queue.remove(item)).toBeNull();
      else if (verb === "shift") expect(queue.shift()).toBe(model.shift());
      else {
        const [gone = item] = model.splice(at % model.length, 1);
        expect(queue.remove(gone)).toBe(gone);
      }
      expect(queue.length).toBe(model.length);
    }
  };
  fc.assert(fc.property(steps, behaves), { seed, numRuns: 500 });
});

test("both builds of the published driver are patched, and patching again changes nothing", () => {
  const count = () =>
    PATCHES.map(({ patched }) => texts().filter((text) => text.includes(patched)).length);
  expect(count()).toEqual(PATCHES.map(() => 0));
  patchDriver(folder);
  expect(count()).toEqual(PATCHES.map(() => BUILDS.length));
  const patched = texts();
  patchDriver(folder);
  expect(texts()).toEqual(patched);
});

test("a driver that was patched otherwise is patched as it should be", () => {
  patchDriver(folder);
  const patched = texts();
  for (const file of FILES) writeFileSync(join(folder, file), "patched by an earlier release\n");
  patchDriver(folder);
  expect(texts()).toEqual(patched);
});

test("what `npm test` has installed is patched", () => {
  for (const file of FILES) {
    const text = readFileSync(join(installed, file), "utf8");
    for (const { patched } of PATCHES.filter((one) => file.endsWith(one.file))) {
      expect(text).toContain(patched);
    }
  }
});

test("another driver than the known one is left as it is, and that is said", () => {
  const path = join(folder, "src/queue.js");
  writeFileSync(path, "export default () => []\n");
  expect(() => patchDriver(folder)).toThrow(/queue\.js is not that of postgres 3\.4\.9/);
  expect(readFileSync(path, "utf8")).toBe("export default () => []\n");
});
