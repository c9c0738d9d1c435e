import { randomBy } from "@/lib/testing/random";
import { choicesBy } from "../choices";
import type { Fault, FaultName } from "../schedule";
import { killCoordinator, killWorker, moveBucket } from "./citus";
import {
  endSessions,
  exhaustConnections,
  failOver,
  failOverNotFenced,
  fullDisk,
  killStandby,
} from "./database";
import type { Injected, Injection, Target } from "./injection";
import { cutConnections, halfOpen, loseReplies, slowNetwork } from "./network";
import {
  changeRelease,
  endApp,
  killApp,
  killPgBouncer,
  killPostgres,
  shiftClock,
  stopApp,
  stopPostgres,
} from "./processes";

/** A store's webhook endpoint hangs, lies, fails, or is only there at times. */
const badReceivers: Injection = async ({ system, pick }) => {
  const receiver = pick(system.receivers);
  const mood = pick(["hanging", "lying", "flapping", "failing"] as const);
  receiver.setMood(mood);
  return { detail: { receiver: receiver.name, mood }, end: async () => receiver.setMood("fine") };
};

/** An online shop throttles, loses its answers, answers after a minute, or is away. */
const badShop: Injection = async ({ system: { shop }, pick }) => {
  const mood = pick(["throttling", "losing replies", "late", "away"] as const);
  shop.setMood(mood);
  return { detail: { mood }, end: async () => shop.setMood("fine") };
};

const INJECTIONS: Record<FaultName, Injection> = {
  "kill app": killApp,
  "kill postgres": killPostgres,
  "kill standby": killStandby,
  "kill pgbouncer": killPgBouncer,
  "end app": endApp,
  "stop app": stopApp,
  "stop postgres": stopPostgres,
  "end sessions": endSessions,
  "exhaust connections": exhaustConnections,
  "cut connections": cutConnections,
  "lose replies": loseReplies,
  "half-open connections": halfOpen,
  "full disk": fullDisk,
  "fail over": failOver,
  "fail over unfenced": failOverNotFenced,
  "change release": changeRelease,
  "slow network": slowNetwork,
  "shift clock": shiftClock,
  "bad receivers": badReceivers,
  "bad shop": badShop,
  "kill coordinator": killCoordinator,
  "kill worker": killWorker,
  "move bucket": moveBucket,
};

/** Makes a planned fault happen. */
export function inject(
  { name, seed, lastsMs }: Fault,
  parts: Pick<Target, "system" | "releases">,
): Promise<Injected> {
  const choices = choicesBy(randomBy(seed));
  const pick = <T>(list: readonly T[]): T => {
    const chosen = choices.pick(list);
    if (chosen === undefined) throw new Error(`There is nothing to choose for "${name}".`);
    return chosen;
  };
  return INJECTIONS[name]({ ...parts, lastsMs, pick, below: choices.below });
}
