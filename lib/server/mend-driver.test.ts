import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mendDriver } from "./mend-driver.mjs";

type Queue = {
  length: number;
  push: (item: object) => void;
  shift: () => object | undefined;
  remove: (item: object) => object | null;
};

const FILES = ["src/queue.js", "cjs/src/queue.js"];
const installed = resolve("node_modules/postgres");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scrip-driver-"));
  for (const file of FILES) cpSync(join(installed, file), join(folder, file));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function mendedQueue(): Promise<Queue> {
  mendDriver(folder);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const { default: makeQueue } = await import(pathToFileURL(join(folder, "src/queue.js")).href);
  return makeQueue();
}

test("a queue that is never empty keeps nothing of what was taken from it", async () => {
  const queue = await mendedQueue();
  for (let session = 0; session < 4; session++) queue.push({ session });
  const before = process.memoryUsage().heapUsed;
  for (let query = 0; query < 4_000_000; query++) queue.push(queue.shift() ?? {});
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16_000_000);
  expect(queue.length).toBe(4);
});

test("items come out in the order in which they were put in, less those removed", async () => {
  const queue = await mendedQueue();
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  let state = seed;
  const chance = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * below);
  };
  const plain: object[] = [];
  for (let step = 0; step < 20_000; step++) {
    const item = { step };
    const which = chance(5);
    if (which < 2) {
      queue.push(item);
      plain.push(item);
    } else if (which < 4 && plain.length > 0) {
      expect(queue.shift(), `seed ${seed}, step ${step}`).toBe(plain.shift());
    } else {
      const removed = plain.length > 0 ? plain.splice(chance(plain.length), 1)[0] : undefined;
      expect(queue.remove(removed ?? item), `seed ${seed}, step ${step}`).toBe(removed ?? null);
    }
    expect(queue.length, `seed ${seed}, step ${step}`).toBe(plain.length);
  }
});

test("what `npm test` installed is mended, and mending it again changes nothing", () => {
  const texts = () => FILES.map((file) => readFileSync(join(folder, file), "utf8"));
  const before = texts();
  mendDriver(folder);
  expect(texts()).toEqual(before);
});

test("another queue than the known one is left as it is, and that is said", () => {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src/queue.js"), "export default () => []\n");
  expect(() => mendDriver(folder)).toThrow(/queue\.js is not the queue that is known here/);
  expect(readFileSync(join(folder, "src/queue.js"), "utf8")).toBe("export default () => []\n");
});
