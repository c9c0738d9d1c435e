import { readHistory, type Written } from "../history";
import { acknowledged } from "./acknowledged";
import { askedFor } from "./asked-for";
import { balances, verified } from "./balances";
import { type Check, contextOf, type Violation } from "./context";
import { deliveries } from "./deliveries";
import { events } from "./events";
import { indexHistory } from "./index-history";
import { limits } from "./limits";
import { made } from "./made";
import { outcomes } from "./outcomes";
import { reads } from "./reads";
import { resources } from "./resources";
import { answers, recovery, troubles } from "./service";
import { shop } from "./shop";
import { type Summary, summarize } from "./summary";

export type { Violation };
export type Checked = { violations: Violation[]; summary: Summary };

const CHECKS: Check[] = [
  acknowledged,
  askedFor,
  made,
  outcomes,
  balances,
  verified,
  reads,
  limits,
  events,
  deliveries,
  shop,
  answers,
  recovery,
  troubles,
  resources,
];

/**
 * Checks a history, and nothing but it. `patience` multiplies the bounds of waiting and recovery. Some checks are made
 * only if the last snapshot is at rest. Throws if the file is no history.
 */
export async function checkHistory(
  history: string | AsyncIterable<Written>,
  { patience = 1 }: { patience?: number } = {},
): Promise<Checked> {
  const lines = typeof history === "string" ? readHistory(history) : history;
  const context = contextOf(await indexHistory(lines), patience);
  const violations = CHECKS.flatMap((check) => [...check(context)]);
  violations.sort((a, b) => a.atMs - b.atMs);
  return { violations, summary: summarize(context) };
}
