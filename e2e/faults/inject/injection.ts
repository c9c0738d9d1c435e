import type { Release } from "../../support/releases";
import type { System } from "../system/parts";

/** What an injection acts on. `pick` and `below` choose by the fault's seed. */
export type Target = {
  system: System;
  /** The release that runs, and the one that comes after it. */
  releases: { current: Release; next: Release };
  /** How long the fault will last. */
  lastsMs: number;
  /** One of a list, which must not be empty. */
  pick: <T>(list: readonly T[]) => T;
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number;
};

/** A fault that is there. */
export type Injected = {
  /** What was chosen. */
  detail: Record<string, unknown>;
  /** Ends it. Resolves when the parts that it hit work again. What it returns is noted. */
  end: () => Promise<unknown>;
  /** Makes the system as it was, after service is back and before the next fault. */
  after?: () => Promise<void>;
};

export type Injection = (target: Target) => Promise<Injected>;
