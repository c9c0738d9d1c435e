import { mutant } from "./mutant.mjs";

/** @type {[string, string]} */
const SHIFT = ["e2e/till/shift.spec.ts", "a shift by keyboard on two tills"];
/** @type {[string, string]} */
const CANCELED = ["e2e/till/till.spec.ts", "canceled before it arrives never goes through"];

/** Guarantees of the till's page. */
export const tillPage = [
  mutant("A lost response isn't shown as a refusal.", "components/till/operation.ts")
    .replacing("[0, 401, 408, 429]", "[401, 408, 429]")
    .caughtBy(...SHIFT),
  mutant("An operation that is sent again keeps its key.", "components/till/operation-screen.tsx")
    .replacing(
      "onClick={() => onRetry(operation)}",
      "onClick={() => onRetry({ ...operation, key: crypto.randomUUID() })}",
    )
    .caughtBy(...SHIFT),
  mutant("A closed tab leaves its operation to the next one.", "components/till/operation.ts")
    .without("    localStorage.setItem(storageKey(storeId), JSON.stringify(operation));\n")
    .caughtBy(...SHIFT),
  mutant(
    "What arrived before it was canceled is shown as done.",
    "components/till/use-operation.ts",
  )
    .replacing('if (found === "completed" && receipt)', 'if (found === "completed" && !receipt)')
    .caughtBy(...CANCELED),
  mutant("A scan into the amount field is no amount.", "components/till/amount-entry.tsx")
    .replacing("sendable && !entry.wasScanned()", "sendable")
    .caughtBy("e2e/till/till.spec.ts", "scanned into the amount field moves no money"),
];
