import { expect, test } from "vitest";
import type { Written } from "../../history";
import { checkHistory } from "../check";
import { AT_REST_MS, sampleHistory, type Tampering } from "./history";
import { CARD, DEBITED, type Move, move, transactionId } from "./moves";
import { attempt, cardView } from "./requests";
import type { Row } from "./rows";

async function* read(lines: readonly Written[]): AsyncGenerator<Written> {
  yield* lines;
}

/** Checks these lines. */
export const check = (lines: readonly Written[], options?: Parameters<typeof checkHistory>[1]) =>
  checkHistory(read(lines), options);

export const drop = <Item>(items: Item[], isIt: (item: Item) => boolean): Item => {
  const index = items.findIndex(isIt);
  const [dropped] = items.splice(index, 1);
  if (index < 0 || dropped === undefined) throw new Error("There is nothing to tamper with.");
  return dropped;
};

/** Adds a movement of card a after all others. */
export const adding = (
  type: string,
  amountCents: number,
  account: string,
  more: Partial<Move["more"]>,
) => ({
  moves: (moves: Move[]) => {
    const events = type === "spend" ? DEBITED : ["card.credited", "card.balance_changed"];
    moves.push({ ...move([17, "a", type, amountCents], account, events, more) });
  },
});

/** Changes columns of one row. */
export const changing = (table: string, isIt: (row: Row) => boolean, columns: Row): Tampering => ({
  rows: (rows) => {
    const row = rows[table]?.find(isIt);
    if (!row) throw new Error(`There is no such row of ${table}.`);
    Object.assign(row, columns);
  },
});

export const dropping = (table: string, isIt: (row: Row) => boolean): Tampering => ({
  rows: (rows) => void drop(rows[table] ?? [], isIt),
});

export const isTransaction =
  (n: number, card: "a" | "b" = "a") =>
  ({ id }: Row) =>
    id === transactionId(n, card);

/** Changes the last answer to operation `n`. */
export const answering = (n: number, status: number, body: object, atMs?: number): Tampering => ({
  lines: (lines) => {
    const line = lines.findLast((one) => one.kind === "answer" && one.n === n);
    Object.assign(line ?? {}, { status, body, ...(atMs && { atMs }) });
  },
});

/** Changes the first line of a kind. */
export const changingLine = (kind: Written["kind"], fields: object): Tampering => ({
  lines: (lines) => void Object.assign(lines.find((line) => line.kind === kind) ?? {}, fields),
});

export const addingLines = (...more: Written[]): Tampering => ({
  lines: (lines) => void lines.push(...more),
});

export const balanceOfA = (n: number, atMs: number, balanceCents: number) =>
  attempt({ n, atMs, path: `/api/v1/cards/${CARD.a}/balance` }, [200, cardView("a", balanceCents)]);

export const debitOfA = { path: `/api/v1/cards/${CARD.a}/debit`, body: { amountCents: 10 } };

/** What is wrong, and the checks that must find it, in alphabetical order, with what one of them says. */
export type Case = [title: string, tampering: Tampering, checks: string[], what: RegExp];

/** Tests that each tampering is found, by these checks alone. */
export const testFound = (cases: readonly Case[]): void =>
  test.each(cases)("found: %s", async (_title, tampering, checks, what) => {
    const { violations } = await check(sampleHistory(tampering));
    expect([...new Set(violations.map((one) => one.check))].sort()).toEqual(checks);
    expect(violations.map((one) => one.what).join("\n")).toMatch(what);
    expect(violations.every(({ atMs }) => atMs <= AT_REST_MS)).toBe(true);
  });

/** Tests that nothing is wrong with each of these histories. */
export const testAllowed = (cases: readonly [title: string, tampering: Tampering][]): void =>
  test.each(cases)("allowed: %s", async (_title, tampering) => {
    expect((await check(sampleHistory(tampering))).violations).toEqual([]);
  });
