import { readdirSync, readFileSync } from "node:fs";
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { afterAll, expect, test } from "vitest";

const SCHEMA_FOLDER = new URL("./", import.meta.url);

// drizzle-kit adds a method to every array, which breaks other tests in this process.
afterAll(() => {
  for (const added in []) Reflect.deleteProperty(Array.prototype, added);
});

test("the newest snapshot is the schema of the code: no migration is missing", async () => {
  const modules = await Promise.all(
    readdirSync(SCHEMA_FOLDER)
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => import(new URL(file, SCHEMA_FOLDER).pathname)),
  );
  const newest = readdirSync("drizzle/meta")
    .filter((file) => file.endsWith("_snapshot.json"))
    .at(-1);
  const migrated: DrizzleSnapshotJSON = JSON.parse(readFileSync(`drizzle/meta/${newest}`, "utf8"));
  const declared = generateDrizzleJson(Object.assign({}, ...modules));
  expect(await generateMigration(migrated, declared)).toEqual([]);
});
