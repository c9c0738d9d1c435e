import type { Injection } from "./injection";

const endBy =
  (signal: "SIGKILL" | "SIGTERM"): Injection =>
  async ({ system, pick }) => {
    const instance = pick(system.instances);
    const exitCode = await instance.signal(signal);
    return { detail: { instance: instance.name, exitCode }, end: () => instance.start() };
  };

/** An instance dies in the middle of its work. */
export const killApp = endBy("SIGKILL");

/** An instance gets SIGTERM under load: it finishes what it does, and exits with 0. */
export const endApp = endBy("SIGTERM");

/** An instance stands still, like a virtual machine that is moved, and goes on where it was. */
export const stopApp: Injection = async ({ system, pick }) => {
  const instance = pick(system.instances);
  await instance.signal("SIGSTOP");
  return { detail: { instance: instance.name }, end: () => instance.signal("SIGCONT") };
};

/** The primary and all of its sessions are killed. Ends when it has recovered. */
export const killPostgres: Injection = async ({ system: { database } }) => {
  await database.kill();
  return { detail: {}, end: database.start };
};

export const stopPostgres: Injection = async ({ system: { database } }) => {
  database.freeze(true);
  return { detail: {}, end: async () => database.freeze(false) };
};

export const killPgBouncer: Injection = async ({ system: { bouncer } }) => {
  if (!bouncer) throw new Error("There is no PgBouncer on Citus.");
  await bouncer.kill();
  return { detail: {}, end: bouncer.start };
};

const HOUR_MS = 3_600_000;

/** The clock of an instance jumps by an hour, and back. */
export const shiftClock: Injection = async ({ system, pick }) => {
  const instance = pick(system.instances);
  const shiftMs = pick([-HOUR_MS, HOUR_MS]);
  instance.shiftClock(shiftMs);
  return {
    detail: { instance: instance.name, shiftMs },
    end: async () => instance.shiftClock(0),
  };
};

/**
 * A new release with its migration: the database is migrated under load, then one instance after the other is replaced.
 * Ends with the former release again, which runs on the migrated database.
 */
export const changeRelease: Injection = async ({ system, releases: { current, next } }) => {
  const replaceBy = async (release: typeof next) => {
    for (const instance of system.instances) {
      await instance.signal("SIGTERM");
      await instance.start(release);
    }
  };
  await system.migrate(next);
  await replaceBy(next);
  return {
    detail: { version: next.version },
    end: async () => {
      await system.migrate(current);
      await replaceBy(current);
    },
  };
};
