import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@/lib/db/embedded/free-port";
import { send } from "../support/client";
import { buildRelease, findFormerRelease } from "../support/former-release";
import { startServer } from "../support/instance";
import { newDatabase } from "../support/new-database";
import {
  changeSchema,
  createStoreKey,
  makeRelease,
  type Release,
  refusalOf,
  scripOf,
  thisRelease,
} from "../support/releases";
import { expect, test } from "../support/test";
import { startTills } from "../support/tills";

type Variables = Record<string, string>;

const { version: VERSION, oldestCompatible } = JSON.parse(readFileSync("package.json", "utf8"));

/** Starts a release's server at a port of its own. */
async function startRelease({ folder, server }: Release, database: Variables) {
  const port = await freePort();
  const variables = { ...database, PORT: String(port) };
  const { stop } = await startServer(variables, { file: join(folder, server), cwd: folder });
  const origin = `http://localhost:${port}`;
  return { origin, stop, ready: () => send("/api/ready", {}, origin) };
}

/** A busy machine can miss the time limit of one look. A release that refuses the database stays not ready. */
const WITHIN = { timeout: 60_000 };
const isReady = { status: 200, body: { status: "ready" } };

/**
 * Upgrades a database from `before` to `next` and rolls the servers back, while tills sell. `atEnd` is called with a
 * server of `before` that is running.
 */
async function upgradeAndRollBack(
  before: Release,
  next: Release,
  atEnd: (database: Variables, last: Awaited<ReturnType<typeof startRelease>>) => Promise<void>,
) {
  const { variables, remove } = await newDatabase();
  const stops: (() => Promise<unknown>)[] = [remove];
  const start = async (release: Release) => {
    const server = await startRelease(release, variables);
    stops.unshift(() => server.stop());
    return server;
  };
  try {
    const scrip = scripOf(before, variables);
    await scrip("db", "migrate");
    const key = await createStoreKey(scrip, "--no-limits");
    const former = await start(before);
    expect(await refusalOf(next, variables)).toContain("older than this release. Run: npm run");

    const tills = startTills(key, [former.origin]);
    stops.unshift(tills.stop);
    await tills.more(1);
    await scripOf(next, variables)("db", "migrate");
    await tills.more(1);
    await expect.poll(former.ready, WITHIN).toMatchObject(isReady);
    const replacement = await start(next);
    await expect.poll(replacement.ready, WITHIN).toMatchObject(isReady);
    await tills.useServers([former.origin, replacement.origin]);
    await tills.more(2);
    await tills.useServers([replacement.origin]);
    await former.stop();
    await tills.more(1);

    // Back to the release before, as it was deployed.
    await scrip("db", "migrate");
    const again = await start(before);
    await expect.poll(again.ready, WITHIN).toMatchObject(isReady);
    await tills.useServers([again.origin]);
    await replacement.stop();
    await tills.more(1);
    const { failures, sold, longestDebitMs } = await tills.stop();
    expect(failures).toEqual([]);
    test.info().annotations.push({
      type: "sales",
      description: `${sold} sales, the longest debit took ${longestDebitMs} ms`,
    });
    for (const release of [before, next])
      expect(await scripOf(release, variables)("ledger", "verify")).toMatchObject({ ok: true });
    await atEnd(variables, again);
  } finally {
    for (const stop of stops) await stop();
  }
}

test("servers of this release work on the next one's database and back, without a failed sale; not on that of the one after it", async () => {
  test.setTimeout(600_000);
  const before = thisRelease();
  const next = makeRelease("99.0.0", VERSION, changeSchema);
  const later = makeRelease("99.1.0", "99.0.0", (folder) => {
    for (const path of ["drizzle", "lib/ledger"])
      cpSync(join(next.folder, path), join(folder, path), { recursive: true });
  });
  try {
    await upgradeAndRollBack(before, next, async (variables, last) => {
      await scripOf(later, variables)("db", "migrate");
      const reason = "belongs to a newer release";
      const reasonOf = async () => (await last.ready()).body.reason;
      await expect.poll(reasonOf, WITHIN).toContain(reason);
      expect(await refusalOf(before, variables)).toContain(reason);
      await expect(scripOf(before, variables)("db", "migrate")).rejects.toThrow(reason);
    });
  } finally {
    next.remove();
    later.remove();
  }
});

test("servers of the last release work on this one's database and back, without a failed sale", async () => {
  // The first run builds that release.
  test.setTimeout(900_000);
  const found = findFormerRelease();
  test.skip(found === null, "The history has no release before this one, or is cut off.");
  if (!found) return;
  // Until this release has a version of its own.
  const [major, minor, patch] = found.version.split(".").map(Number);
  const version = found.version === VERSION ? `${major}.${minor}.${(patch ?? 0) + 1}` : VERSION;
  const next = makeRelease(version, oldestCompatible);
  try {
    await upgradeAndRollBack(buildRelease(found), next, async (_variables, last) => {
      await expect.poll(last.ready, WITHIN).toMatchObject(isReady);
    });
  } finally {
    next.remove();
  }
});
