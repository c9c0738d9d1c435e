import type { Instance } from "../system/parts";
import type { Injection } from "./injection";

const ended = async (instance: Instance, signal: NodeJS.Signals) => {
  const exitCode = await instance.signal(signal);
  return { instance: instance.name, exitCode };
};

/** An instance dies in the middle of its work. */
export const killApp: Injection = async ({ system, pick }) => {
  const instance = pick(system.instances);
  return { detail: await ended(instance, "SIGKILL"), end: () => instance.start() };
};

/** An instance is told to end under load: it finishes what it does, and exits with 0. */
export const endApp: Injection = async ({ system, pick }) => {
  const instance = pick(system.instances);
  return { detail: await ended(instance, "SIGTERM"), end: () => instance.start() };
};

/** An instance stands still, like a virtual machine that is moved, and goes on where it was. */
export const stopApp: Injection = async ({ system, pick }) => {
  const instance = pick(system.instances);
  return {
    detail: await ended(instance, "SIGSTOP"),
    end: async () => void (await instance.signal("SIGCONT")),
  };
};

/** The primary and all of its sessions die at once. Ends when it has recovered. */
export const killPostgres: Injection = async ({ system: { database } }) => {
  await database.kill();
  return { detail: {}, end: database.start };
};

export const stopPostgres: Injection = async ({ system: { database } }) => {
  database.freeze(true);
  return { detail: {}, end: async () => database.freeze(false) };
};

export const killPgBouncer: Injection = async ({ system: { bouncer } }) => {
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
