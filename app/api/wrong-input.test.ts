import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { anybody, type Caller, outcomeOf } from "@/lib/testing/requests";
import { consumerWithWallet } from "@/lib/testing/wallet";

type Operation = {
  by?: "consumer" | "anybody";
  /** Valid input, to which each wrong value is added. */
  right?: object;
  /** Wrong values by field. */
  values?: Record<string, unknown[]>;
  /** Wrong input of several fields, or whose error names something other than its field. */
  inputs?: [error: string, input: object][];
};

const CODE = "2222-2222-2222-2222";
const TOO_LONG_TEXTS = { name: "x".repeat(101), note: "x".repeat(501), reference: "x".repeat(256) };

const OPERATIONS: Record<string, Operation> = {
  "GET /portal/audit": {
    values: { from: ["yesterday"], cursor: ["made-up"], actor: [""], limit: ["101"], who: ["me"] },
  },
  "PATCH /portal/branding": {
    values: {
      brandColor: ["red", "#12573", "#12573d00", ""],
      senderName: [" ", TOO_LONG_TEXTS.name, "Bakery\u202E"],
      supportEmail: ["nobody", ""],
      supportPhone: ["call us", "12", "+"],
      termsUrl: [
        "http://example.com",
        "javascript:alert(1)",
        "https://ada:pw@example.com",
        "https://x",
      ],
      name: ["Another"],
      logoUrl: ["https://example.com/logo.png"],
    },
  },
  "PUT /portal/branding/logo": {
    values: { image: [undefined, "", "not base64!", "aGVsbG8="] },
    inputs: [["name", { image: "aGVsbG8=", name: "logo.png" }]],
  },
  "GET /portal/cards": {
    values: {
      currency: ["usd"],
      sort: ["balance"],
      last4: ["12345"],
      balance: ["some"],
      expiresFrom: ["2030-02-30"],
      createdTo: ["yesterday"],
      code: [CODE],
    },
    inputs: [
      ["currency", { minBalanceCents: "0" }],
      ["maxBalanceCents", { maxBalanceCents: "1.5", currency: "USD" }],
    ],
  },
  "POST /portal/cards": {
    right: { count: 1, currency: "USD" },
    values: {
      count: [101, 0, 1.5],
      currency: ["EURO"],
      cardType: ["paper"],
      amountCents: [0],
      note: ["for nothing"],
      code: [CODE],
    },
    inputs: [
      ["note", { amountCents: 1, note: TOO_LONG_TEXTS.note }],
      ["ownerEmail", { count: 2, ownerEmail: "ada@example.com" }],
    ],
  },
  "POST /portal/cards/[uuid]/activate": {
    right: { amountCents: 2_500, note: "Paid in cash", referenceId: "receipt-7" },
    values: {
      amountCents: [0],
      note: [TOO_LONG_TEXTS.note],
      referenceId: [TOO_LONG_TEXTS.reference],
      currency: ["USD"],
    },
  },
  "POST /portal/keys": {
    right: { name: "Till 1", shape: "B", scopes: ["cards:read"], expiresAt: null },
    values: {
      name: ["", TOO_LONG_TEXTS.name],
      shape: ["C"],
      scopes: [[]],
      expiresAt: ["2020-01-01T00:00:00Z", "tomorrow"],
      limitPerWindow: [0],
    },
    inputs: [
      ["scopes.0", { scopes: ["store:manage"] }],
      ["preset", { preset: "till" }],
      ["preset", { scopes: undefined, preset: "cashier" }],
      ["preset", { scopes: undefined }],
      ["password", { scopes: ["codes:read"] }],
    ],
  },
  "POST /portal/keys/[id]/roll": { values: { overlapHours: [2, -1, "1", null] } },
  "POST /portal/password/forgot": { by: "anybody", values: { email: ["nobody"] } },
  "POST /portal/password/reset": {
    by: "anybody",
    right: { token: "x", password: PASSWORD },
    values: { userId: [newId()] },
  },
  "GET /portal/reports/journal": {
    right: { from: "2026-02-01", to: "2026-03-01" },
    values: {
      from: ["2026-02-30", "0000-01-01"],
      to: ["", "2026-01-31"],
      by: ["year"],
      currency: ["usd"],
    },
  },
  "POST /portal/reports/write-off": {
    values: { cardUuids: [undefined, [], Array.from({ length: 101 }, newId)] },
    inputs: [
      ["cardUuids.0", { cardUuids: ["all"] }],
      ["cardUuids", { cardUuids: Array(2).fill("0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e") }],
      ["currency", { cardUuids: [newId()], currency: "USD" }],
    ],
  },
  "POST /portal/sign-up": {
    by: "anybody",
    right: {
      storeName: "Bakery",
      name: "Ada",
      email: "ada@example.com",
      password: PASSWORD,
      currency: "EUR",
    },
    values: {
      email: ["nobody"],
      password: ["short"],
      storeName: [" "],
      name: ["a\0b"],
      currency: ["EURO"],
      role: ["owner"],
    },
  },
  "PATCH /portal/store": {
    values: {
      name: [" "],
      currency: ["EURO"],
      timeZone: ["Mars/Olympus", "+01:00", ""],
      validityMonths: [0, 1_201, 1.5],
      slug: ["another"],
    },
  },
  "POST /portal/stores": {
    right: { name: "Second" },
    values: { name: [""], currency: ["EURO"], timeZone: ["Mars/Olympus"] },
  },
  "PATCH /portal/team/[id]": {
    right: { role: "viewer" },
    values: { role: ["king", undefined], name: ["x"] },
  },
  "GET /portal/transactions": {
    values: {
      currency: ["usd"],
      actor: ["key:nobody"],
      account: ["cash"],
      cursor: ["nonsense"],
      cardUuid: ["1"],
      offset: ["5"],
    },
  },
  "POST /wallet/balance": {
    by: "anybody",
    right: { store: "a-store", code: CODE },
    values: { store: [undefined], code: [undefined, "x".repeat(201)], email: ["ada@example.com"] },
  },
  "POST /wallet/tokens": {
    by: "consumer",
    right: { name: "Shop", days: 30 },
    values: { name: [" "], days: [31, undefined], scopes: [[]] },
  },
};

const CALLERS: Record<"owner" | "consumer" | "anybody", () => Promise<Caller>> = {
  owner: async () => (await storeWithPeople()).owner,
  consumer: () => consumerWithWallet(),
  anybody: async () => anybody,
};

test.each(Object.entries(OPERATIONS))("%s names the field that is wrong: 400", async (...row) => {
  const [name, { by = "owner", right, values = {}, inputs = [] }] = row;
  const caller = await CALLERS[by]();
  const [method = "", template] = name.split(" ");
  const path = `/api${template?.replace(/\[\w+\]/, newId())}`;
  const wrong = Object.entries(values).flatMap(([field, each]) =>
    each.map((value) => [field, { [field]: value }] as const),
  );
  for (const [field, input] of [...wrong, ...inputs]) {
    const sent = { ...right, ...input };
    const answer =
      method === "GET"
        ? caller.get(path, sent as Record<string, string>)
        : caller[method.toLowerCase() as "post" | "put" | "patch"](path, sent);
    expect(await outcomeOf(answer), JSON.stringify(input)).toBe(`400 invalid_request ${field}`);
  }
});
