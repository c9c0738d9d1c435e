import { setTimeout as sleep } from "node:timers/promises";
import { randomBy } from "@/lib/testing/random";
import { type Choices, choicesBy } from "../choices";
import type { Ask, Caller, Reply, Request } from "./ask";

/** A till, a person or a consumer: asks for one operation at a time. */
export type Actor = Choices & { name: string; ask: (request: Request) => Promise<Reply> };

/** What the actors of a run share. */
export type Context = {
  ask: Ask;
  seed: number;
  /** Multiplies the pauses between operations. */
  slowdown: number;
  stop: AbortSignal;
};

const SHORTEST_PAUSE_MS = 20;

// Actors with similar names get seeds that differ in all bits.
const seedOf = (seed: number, name: string) =>
  [...name].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), seed | 0);

/** Makes an actor with random numbers of its own. It asks the instance with the number `home`, or with `only` no other. */
export function makeActor(
  { ask, seed }: Context,
  name: string,
  home: number,
  only?: Caller["only"],
): Actor {
  const random = randomBy(seedOf(seed, name));
  const caller: Caller = { actor: name, random, home, at: home, ...(only && { only }) };
  return { ...choicesBy(random), name, ask: (request) => ask(caller, request) };
}

/**
 * Starts `turn` every `pauseMs` on average, or immediately if the last one took longer, until `stop` is aborted. A turn
 * that throws is a bug in the model: it is printed, and the next turn follows.
 */
export async function repeatTurns(
  { stop, slowdown }: Context,
  actor: Actor,
  pauseMs: number,
  turn: () => Promise<unknown>,
): Promise<void> {
  while (!stop.aborted) {
    const nextMs = performance.now() + actor.random() * 2 * pauseMs * slowdown;
    try {
      await turn();
    } catch (error) {
      process.stderr.write(`${actor.name}: ${error instanceof Error ? error.stack : error}\n`);
    }
    const waitMs = Math.max(SHORTEST_PAUSE_MS, nextMs - performance.now());
    await sleep(waitMs, null, { signal: stop }).catch(() => {});
  }
}

/** Adds an item to a list that keeps the newest `most` items. */
export function remember<T>(list: T[], item: T, most: number): void {
  list.push(item);
  if (list.length > most) list.shift();
}
