import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { startServer } from "../support/instance";
import { KEY, newDatabase } from "../support/new-database";
import { expect, test } from "../support/test";

const OTHER_KEY = "6f".repeat(32);

type Variables = Record<string, string>;

/** Runs a built program until it ends. */
const run = (program: string, words: string[], variables: Variables) =>
  new Promise<{ code: number; output: string }>((settle) => {
    const env = { ...process.env, NODE_ENV: "production" as const, ...variables };
    const file = resolve(`.build/${program}.mjs`);
    execFile(process.execPath, [file, ...words], { env }, (failure, out, err) =>
      settle({ code: failure ? Number(failure.code ?? -1) : 0, output: out + err }),
    );
  });

const scrip = (line: string, variables: Variables) => run("scrip", line.split(" "), variables);

/** The server and a command refuse with `reason`. */
async function expectRefused(variables: Variables, reason: string | RegExp) {
  for (const refused of [
    await run("server", [], variables),
    await scrip("merchant list", variables),
    await scrip("cron housekeeping", variables),
  ]) {
    expect(refused.code, refused.output).toBe(1);
    expect(refused.output).toMatch(reason);
  }
}

test("a server starts on no database but its own: migrated, of its release, and of its key", async () => {
  const { variables, sql, remove } = await newDatabase();
  const contents = () => sql`select table_schema, table_name,
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', table_schema,
      table_name), false, true, '')))[1]::text as rows
    from information_schema.tables where table_schema in ('public', 'migrations') order by 1, 2`;
  const unchanged = async (work: () => Promise<void>) => {
    const before = await contents();
    await work();
    expect([...(await contents())]).toEqual([...before]);
  };
  try {
    await unchanged(() =>
      expectRefused(variables, /isn't migrated. Run: npm run -s scrip -- db migrate/),
    );
    const migrated = await scrip("db migrate", variables);
    expect(migrated.code, migrated.output).toBe(0);
    const server = await startServer(variables);
    await server.stop();
    const owning = { ...variables, DATABASE_URL: variables.MIGRATE_DATABASE_URL };
    await unchanged(() => expectRefused(owning, /DATABASE_ROLE=owner/));
    await (await startServer({ ...owning, DATABASE_ROLE: "owner" })).stop();

    const wrongKey = { ...variables, ENCRYPTION_KEY: OTHER_KEY };
    await unchanged(async () => {
      await expectRefused(
        wrongKey,
        /ENCRYPTION_KEY \(fingerprint \w+\) is not this database's key/,
      );
      expect((await scrip("db migrate", wrongKey)).code).toBe(1);
    });

    await sql`update migrations.installed set checksum = '' where name = 'move.sql'`;
    await unchanged(() => expectRefused(variables, /older than this release. Run: npm run/));
    expect((await scrip("db migrate", variables)).code).toBe(0);

    await sql`insert into migrations.installed (name, checksum) values ('9999_later.sql', '')`;
    await unchanged(async () => {
      await expectRefused(variables, /belongs to a newer release/);
      expect((await scrip("db migrate", variables)).output).toMatch(/newer release/);
    });
  } finally {
    await remove();
  }
});

test("keys are rotated by a command, after which the former key is another database's", async () => {
  const { variables, sql, remove } = await newDatabase();
  try {
    expect((await scrip("db migrate", variables)).code).toBe(0);
    const person = ["--email", "o@example.com", "--password", "a long enough password"];
    const made = await run("scrip", ["merchant", "create", "--name", "Café", ...person], variables);
    expect(made.code, made.output).toBe(0);
    const next = { ...variables, ENCRYPTION_KEY: OTHER_KEY, ENCRYPTION_KEYS_OLD: KEY };
    expect(JSON.parse((await scrip("secrets rotate", next)).output)).toMatchObject({ ok: true });
    expect(JSON.parse((await scrip("secrets status", next)).output)).toMatchObject({
      rotated: true,
    });
    expect((await scrip("merchant list", variables)).output).toContain(
      "is not this database's key",
    );
    expect((await scrip("merchant list", { ...next, ENCRYPTION_KEYS_OLD: "" })).code).toBe(0);
    expect(await sql`select from encryption_keys`).toHaveLength(1);
  } finally {
    await remove();
  }
});
