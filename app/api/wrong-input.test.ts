import { expect, test } from "vitest";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { anybody, type Caller, outcomeOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { consumerWithWallet } from "@/lib/testing/wallet";
import * as audit from "./portal/audit/route";
import * as activate from "./portal/cards/[uuid]/activate/route";
import * as cards from "./portal/cards/route";
import * as keys from "./portal/keys/route";
import * as forgot from "./portal/password/forgot/route";
import * as reset from "./portal/password/reset/route";
import * as journal from "./portal/reports/journal/route";
import * as writeOff from "./portal/reports/write-off/route";
import * as signUp from "./portal/sign-up/route";
import * as store from "./portal/store/route";
import * as stores from "./portal/stores/route";
import * as member from "./portal/team/[id]/route";
import * as transactions from "./portal/transactions/route";
import * as balance from "./wallet/balance/route";
import * as tokens from "./wallet/tokens/route";

useTestDatabase();

type Operation = {
  name: string;
  route: Resource;
  method?: "get" | "post" | "patch";
  by?: "owner" | "consumer" | "anybody";
  /** Valid input, to which each wrong field is added. */
  right?: object;
  wrong: [field: string, input: Record<string, unknown>][];
};

const sale = { amountCents: 2_500, note: "Paid in cash", referenceId: "receipt-7" };
const till = { name: "Till 1", shape: "B", scopes: ["cards:read"], expiresAt: null };
const newStore = { storeName: "Bakery", name: "Ada", password: PASSWORD, currency: "EUR" };
const code = "2222-2222-2222-2222";
const [day, nextDay] = ["2026-02-01", "2026-03-01"];

const OPERATIONS: Operation[] = [
  {
    name: "GET /portal/audit",
    route: audit,
    method: "get",
    wrong: [
      ["from", { from: "yesterday" }],
      ["cursor", { cursor: "made-up" }],
      ["actor", { actor: "" }],
      ["limit", { limit: "101" }],
      ["who", { who: "me" }],
    ],
  },
  {
    name: "GET /portal/cards",
    route: cards,
    method: "get",
    wrong: [
      ["currency", { minBalanceCents: "0" }],
      ["currency", { currency: "usd" }],
      ["sort", { sort: "balance" }],
      ["last4", { last4: "12345" }],
      ["balance", { balance: "some" }],
      ["maxBalanceCents", { maxBalanceCents: "1.5", currency: "USD" }],
      ["expiresFrom", { expiresFrom: "2030-02-30" }],
      ["createdTo", { createdTo: "yesterday" }],
      ["code", { code: "7KQM-2XWP-9RTB-HC4N" }],
    ],
  },
  {
    name: "POST /portal/cards",
    route: cards,
    right: { count: 1, currency: "USD" },
    wrong: [
      ["count", { count: 101 }],
      ["count", { count: 0 }],
      ["count", { count: 1.5 }],
      ["currency", { currency: "EURO" }],
      ["cardType", { cardType: "paper" }],
      ["amountCents", { amountCents: 0 }],
      ["note", { note: "for nothing" }],
      ["note", { amountCents: 1, note: "x".repeat(501) }],
      ["ownerEmail", { count: 2, ownerEmail: "ada@example.com" }],
      ["code", { code: "7KQM-2XWP-9RTB-HC4N" }],
    ],
  },
  {
    name: "POST /portal/cards/[uuid]/activate",
    route: activate,
    right: sale,
    wrong: [
      ["amountCents", { amountCents: 0 }],
      ["note", { note: "x".repeat(501) }],
      ["referenceId", { referenceId: "x".repeat(256) }],
      ["currency", { currency: "USD" }],
    ],
  },
  {
    name: "POST /portal/keys",
    route: keys,
    right: till,
    wrong: [
      ["name", { name: "" }],
      ["name", { name: "x".repeat(101) }],
      ["shape", { shape: "C" }],
      ["scopes", { scopes: [] }],
      ["scopes.0", { scopes: ["store:manage"] }],
      ["expiresAt", { expiresAt: "2020-01-01T00:00:00Z" }],
      ["expiresAt", { expiresAt: "tomorrow" }],
      ["limitPerWindow", { limitPerWindow: 0 }],
    ],
  },
  {
    name: "POST /portal/password/forgot",
    route: forgot,
    by: "anybody",
    wrong: [["email", { email: "nobody" }]],
  },
  {
    name: "POST /portal/password/reset",
    route: reset,
    by: "anybody",
    wrong: [["userId", { token: "x", password: PASSWORD, userId: newId() }]],
  },
  {
    name: "GET /portal/reports/journal",
    route: journal,
    method: "get",
    right: { from: day, to: nextDay },
    wrong: [
      ["from", { from: "2026-02-30" }],
      ["to", { to: "" }],
      ["to", { from: nextDay, to: day }],
      ["from", { from: "0000-01-01" }],
      ["by", { by: "year" }],
      ["currency", { currency: "usd" }],
    ],
  },
  {
    name: "POST /portal/reports/write-off",
    route: writeOff,
    wrong: [
      ["cardUuids", {}],
      ["cardUuids", { cardUuids: [] }],
      ["cardUuids", { cardUuids: Array.from({ length: 101 }, newId) }],
      ["cardUuids.0", { cardUuids: ["all"] }],
      ["cardUuids", { cardUuids: Array(2).fill("0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e") }],
      ["currency", { cardUuids: [newId()], currency: "USD" }],
    ],
  },
  {
    name: "POST /portal/sign-up",
    route: signUp,
    by: "anybody",
    right: { ...newStore, email: "ada@example.com" },
    wrong: [
      ["email", { email: "nobody" }],
      ["password", { password: "short" }],
      ["storeName", { storeName: " " }],
      ["name", { name: "a\0b" }],
      ["currency", { currency: "EURO" }],
      ["role", { role: "owner" }],
    ],
  },
  {
    name: "PATCH /portal/store",
    route: store,
    method: "patch",
    wrong: [
      ["name", { name: " " }],
      ["currency", { currency: "EURO" }],
      ["timeZone", { timeZone: "Mars/Olympus" }],
      ["timeZone", { timeZone: "+01:00" }],
      ["timeZone", { timeZone: "" }],
      ["validityMonths", { validityMonths: 0 }],
      ["validityMonths", { validityMonths: 1_201 }],
      ["validityMonths", { validityMonths: 1.5 }],
      ["transfersEnabled", { transfersEnabled: "yes" }],
      ["slug", { slug: "another" }],
    ],
  },
  {
    name: "POST /portal/stores",
    route: stores,
    right: { name: "Second" },
    wrong: [
      ["name", { name: "" }],
      ["currency", { currency: "EURO" }],
      ["timeZone", { timeZone: "Mars/Olympus" }],
    ],
  },
  {
    name: "PATCH /portal/team/[id]",
    route: member,
    method: "patch",
    wrong: [
      ["role", { role: "king" }],
      ["role", {}],
      ["name", { role: "viewer", name: "x" }],
    ],
  },
  {
    name: "GET /portal/transactions",
    route: transactions,
    method: "get",
    wrong: [
      ["currency", { currency: "usd" }],
      ["actor", { actor: "key:nobody" }],
      ["account", { account: "cash" }],
      ["cursor", { cursor: "nonsense" }],
      ["cardUuid", { cardUuid: "1" }],
      ["offset", { offset: "5" }],
    ],
  },
  {
    name: "POST /wallet/balance",
    route: balance,
    by: "anybody",
    wrong: [
      ["store", { code }],
      ["code", { store: "a-store" }],
      ["code", { store: "a-store", code: "x".repeat(65) }],
      ["email", { store: "a-store", code, email: "ada@example.com" }],
    ],
  },
  {
    name: "POST /wallet/tokens",
    route: tokens,
    by: "consumer",
    wrong: [
      ["name", { name: " ", days: 30 }],
      ["days", { name: "Shop", days: 31 }],
      ["days", { name: "Shop" }],
      ["scopes", { name: "Shop", days: 30, scopes: [] }],
    ],
  },
];

/** Callers by kind, each with ids for the path parameters. */
const callers: Record<NonNullable<Operation["by"]>, () => Promise<[Caller, object]>> = {
  owner: async () => {
    const { owner, card } = await storeWithPeople();
    return [owner, { id: owner.userId, uuid: (await card({})).id }];
  },
  consumer: async () => [await consumerWithWallet(), {}],
  anybody: async () => [anybody, {}],
};

test.each(OPERATIONS)("$name names the field that is wrong: 400", async (operation) => {
  const { name, route, method = "post", by = "owner", right, wrong } = operation;
  const [caller, ids] = await callers[by]();
  const params = Object.fromEntries(
    Object.entries(ids).filter(([param]) => name.includes(`[${param}]`)),
  );
  for (const [field, input] of wrong) {
    const sent = { ...right, ...input };
    const answer =
      method === "get"
        ? caller.get(route, { query: sent as Record<string, string> })
        : caller[method](route, sent, { params });
    expect(await outcomeOf(answer), JSON.stringify(input)).toBe(`400 invalid_request ${field}`);
  }
});
