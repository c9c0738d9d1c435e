import { expect, test } from "vitest";
import type { Written } from "../history";
import type { FaultName } from "../schedule";
import { FAULT_MS, sampleHistory, type Tampering } from "./sample/history";
import { CARD } from "./sample/moves";
import { at, attempt, cardView } from "./sample/requests";
import {
  addingLines,
  type Case,
  changingLine,
  check,
  debitOfA,
  drop,
  testAllowed,
  testFound,
} from "./sample/tamper";

/** An attempt to probe that is lost. */
const probe = (number: number, atMs: number) =>
  attempt(
    {
      n: 300,
      number,
      atMs,
      path: `/api/v1/cards/${CARD.a}/balance`,
      actor: "probe:one",
      instance: "one",
    },
    "lost",
  );

const UNAVAILABLE = { error: "unavailable" };
const read = { n: 300, path: "/" };

/** An attempt that fails so, and one that doesn't. By default, shortly after the sample's fault. */
const failing = (status: number, body: object, atMs = 22_500) =>
  addingLines(
    ...attempt({ ...read, atMs }, [status, body]),
    ...attempt({ ...read, atMs: atMs + 100, number: 2 }, [200, {}]),
  );

const SERVICE: Case[] = [
  [
    "a client waits for 12 s",
    { lines: (lines) => void lines.push(...slow(50_000)) },
    ["answers"],
    /waited 12000 ms/,
  ],
  [
    "a client waits for ever",
    { lines: (lines) => void lines.push(...slow(50_000).slice(0, 1)) },
    ["answers"],
    /waited 50000 ms/,
  ],
  [
    "an answer is a 500",
    failing(500, { error: "internal_error" }),
    ["answers"],
    /answered with 500/,
  ],
  ["an answer is a 503 of somebody else", failing(503, {}), ["answers"], /503 without "/],
  [
    "the service is unavailable without a fault",
    failing(503, UNAVAILABLE, 50_000),
    ["answers"],
    /answered with 503 without a fault/,
  ],
  [
    "an operation's last answer is lost",
    addingLines(...attempt({ ...read, atMs: 22_500 }, "lost")),
    ["answers"],
    /operation 300 .* has no definite answer/,
  ],
  [
    "an operation's last answer is that the service is unavailable",
    addingLines(...attempt({ ...read, atMs: 22_500 }, [503, UNAVAILABLE])),
    ["answers"],
    /has no definite answer/,
  ],
  [
    "an operation is in progress for ever",
    addingLines(...attempt(read, [409, { error: "idempotency_in_progress" }])),
    ["answers"],
    /has no definite answer/,
  ],
  [
    "an instance is back after 7 s",
    {
      lines: (lines) => {
        drop(lines, isSecondAttempt);
        drop(lines, isSecondAttempt);
        lines.push(...back(28_000, "one", 102, 2));
      },
    },
    ["recovery"],
    /one answered 7020 ms after the end of fault 1 \(kill app\)/,
  ],
  [
    "an instance is away without a fault",
    addingLines(
      ...probe(1, 60_000),
      ...probe(2, 63_000),
      ...probe(3, 66_000),
      ...back(69_000, "one", 300, 4),
    ),
    ["recovery"],
    /one didn't answer its probe for 5000 ms without a fault/,
  ],
  [
    "an instance ends by itself",
    addingLines(at(50_000, { kind: "trouble", instance: "one", text: "It ended" })),
    ["troubles"],
    /one: It ended/,
  ],
  ["handles leak", lastSamples({ handles: 130 }), ["resources"], /had 60 handles, and has 130/],
  [
    "memory leaks",
    lastSamples({ rssBytes: 2 ** 30 }),
    ["resources"],
    /had 209715200 bytes, and has 1073741824/,
  ],
  [
    "the ledger isn't verified",
    changingLine("verify", { ok: false, problems: ["a balance"] }),
    ["verify"],
    /a balance/,
  ],
  [
    "nobody verified the ledger",
    { lines: (lines) => void drop(lines, ({ kind }) => kind === "verify") },
    ["verify"],
    /wasn't verified/,
  ],
  [
    "an answer has no question",
    addingLines(at(5, { kind: "lost", n: 999, attempt: 1, reason: "" })),
    ["acknowledged"],
    /wasn't asked for/,
  ],
];

function slow(atMs: number): Written[] {
  return attempt({ n: 300, atMs, path: "/" }, [200, {}]).map((line) =>
    line.kind === "answer" ? { ...line, atMs: atMs + 12_000 } : line,
  );
}

/** A client that hangs up after 10 s, and asks again. */
function hungUp(atMs: number): Written[] {
  const lost = attempt({ ...read, atMs }, "lost");
  const again = attempt({ ...read, atMs: atMs + 11_000, number: 2 }, [200, {}]);
  return [...lost.map((line, i) => ({ ...line, atMs: atMs + 10_001 * i })), ...again];
}

function isSecondAttempt(line: Written): boolean {
  return "n" in line && line.n === 102 && line.attempt === 2;
}

function back(atMs: number, instance = "one", n = 104, number = 1): Written[] {
  return attempt(
    {
      n,
      number,
      atMs,
      instance,
      path: `/api/v1/cards/${CARD.a}/balance`,
      actor: `probe:${instance}`,
    },
    [200, cardView("a", 530)],
  );
}

function lastSamples(fields: object): Tampering {
  return {
    lines: (lines) => {
      const samples = lines.filter(({ kind }) => kind === "sample");
      for (const sample of samples.slice(-3)) Object.assign(sample, fields);
    },
  };
}

const TIMEOUT = '{"error":{"code":"57014"}}';

const span = (name: FaultName, detail: object, beginsMs = 49_000, endsMs = 61_000): Written[] =>
  (["begins", "ends"] as const).map((phase, i) =>
    at(i === 0 ? beginsMs : endsMs, {
      kind: "fault",
      phase,
      id: 2,
      fault: { name, afterMs: 0, lastsMs: 0, seed: 1 },
      ...(phase === "ends" && { detail }),
    }),
  );

/** Both instances answer once this fault has ended. */
const probes = (atMs = 61_500): Written[] => [...back(atMs), ...back(atMs, "two", 105)];

const trouble = (text: string, atMs = 50_000) =>
  at(atMs, { kind: "trouble", instance: "one", text });

const STOPPED = span("stop app", { instance: "one" });

testFound(SERVICE);

testAllowed([
  [
    "a client without a key doesn't ask again",
    addingLines(
      ...attempt({ n: 300, ...debitOfA, atMs: 22_500 }, "lost").map((line) =>
        line.kind === "ask" ? { ...line, key: null } : line,
      ),
    ),
  ],
  ["the service is unavailable shortly after a fault", failing(503, UNAVAILABLE)],
  [
    "a client waits for an instance that stands still",
    addingLines(...slow(50_000), ...STOPPED, ...probes()),
  ],
  [
    "a client waits on a connection that is half open",
    addingLines(
      ...slow(50_000),
      ...span("half-open connections", { between: "clients > one" }),
      ...probes(),
    ),
  ],
  ["a killed process is in trouble", addingLines(trouble("It ended", FAULT_MS.begins + 10))],
  [
    "a statement times out while the instance stands still",
    addingLines(trouble(TIMEOUT), ...STOPPED, ...probes()),
  ],
]);

test("with patience, a client hangs up after a fault that clients notice, and not without one", async () => {
  const fault = span("kill postgres", {}, 49_000, 49_100);
  const checks = [fault, []].flatMap((spans) =>
    [1, 6].map(async (patience) => {
      const lines = [...hungUp(82_000), ...spans, ...probes(50_000)];
      const { violations } = await check(sampleHistory(addingLines(...lines)), { patience });
      return violations.length;
    }),
  );
  expect(await Promise.all(checks)).toEqual([1, 0, 1, 1]);
});

testFound([
  [
    "a client waits for another instance than the one that stands still",
    addingLines(...slow(50_000), ...span("stop app", { instance: "two" }), ...probes()),
    ["answers"],
    /waited 12000 ms/,
  ],
  [
    "a client waits although it is the database that is half open",
    addingLines(
      ...slow(50_000),
      ...span("half-open connections", { between: "one > pgbouncer" }),
      ...probes(),
    ),
    ["answers"],
    /waited 12000 ms/,
  ],
  [
    "a client waits for more than 10 s after the end of the fault",
    addingLines(
      ...slow(50_000),
      ...span("stop app", { instance: "one" }, 49_000, 51_000),
      ...probes(),
    ),
    ["answers", "recovery"],
    /waited 11000 ms/,
  ],
  [
    "a statement times out while the clock is wrong",
    addingLines(trouble(TIMEOUT), ...span("shift clock", { instance: "one" })),
    ["troubles"],
    /57014/,
  ],
  [
    "a statement times out while the shop can't be reached",
    addingLines(trouble(TIMEOUT), ...span("lose replies", { between: "instances > shop" })),
    ["troubles"],
    /57014/,
  ],
  [
    "a client hangs up while the shop is bad",
    addingLines(...hungUp(50_000), ...span("bad shop", {})),
    ["answers"],
    /waited 10001 ms/,
  ],
  ["a statement times out without a fault", addingLines(trouble(TIMEOUT)), ["troubles"], /57014/],
]);
