import {
  type ExampleRequest,
  exampleRequest,
  VARIABLE_PATTERN,
} from "@/components/docs/example-request";
import { type Document, type Operation, operationsOf } from "@/components/docs/reference";
import type { Json } from "@/lib/api/kernel/json-schema";

/** A request: an operation, and the variables that it sets from fields of its response. */
type Run = string | [operationId: string, saves: Record<string, string>];

// From top to bottom, each request works on what the requests before it created.
const FOLDERS: Record<string, Run[]> = {
  Webhooks: [
    ["createWebhook", { webhook: "id" }],
    "listWebhooks",
    "getWebhook",
    "updateWebhook",
    "sendTestEvent",
  ],
  Cards: [
    ["createCard", { card: "uuid", code: "code" }],
    "activateCard",
    "getCard",
    "getCardBalance",
    "updateCard",
    "listCards",
  ],
  "At checkout": [
    "lookUpCard",
    "loadCard",
    ["redeemCard", { transaction: "transaction.id" }],
    "creditCard",
    "debitCard",
    "lookUpRequest",
    "createReversal",
  ],
  Holds: [
    ["createHold", { hold: "id" }],
    "getHold",
    "listHolds",
    "releaseHold",
    ["createHold", { hold: "id" }],
    "captureHold",
  ],
  Transactions: ["listTransactions", "getTransaction", "getTransactionTotals"],
  "Store credit": [
    "issueStoreCredit",
    ["listStoreCredit", { wallet: "wallets[0].walletId" }],
    "getStoreCredit",
  ],
  Batches: [["createBatch", { batch: "id" }], "getBatch", "listBatches"],
  "API keys and exchange rates": ["getApiKey", "getFxRate"],
  "Lost cards": [
    "freezeCard",
    "unfreezeCard",
    ["replaceCard", { card: "card.uuid" }],
    "claimCard",
    "disableCard",
  ],
  Deliveries: [
    ["listDeliveries", { delivery: "deliveries[0].id" }],
    "resendDelivery",
    "replayEvents",
    "deleteWebhook",
  ],
  "With a test key": ["getTestClock", "moveTestClock", "waitForTestEvents"],
  "With a second store or an online shop": [
    ["createTransfer", { transfer: "transfer.id" }],
    "getTransfer",
    "provisionBatch",
  ],
};

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const DESCRIPTION = `Every operation of the Scrip API, in shape A. Set the variables \`baseUrl\` and \`key\`, and run the requests
from top to bottom. Each request saves the IDs that the next ones need. Use the key of a test store. The last folder
needs a second store that accepts transfers, and an online shop.`;

/**
 * The operations of a Shape A document as a Postman collection (v2.1, which Bruno and Insomnia import too).
 * Throws if an operation has no place in it.
 */
export function collectionOf(document: Json): Json {
  const operations = new Map(
    operationsOf(document as unknown as Document).map((operation) => [operation.id, operation]),
  );
  const placed = new Set<string>();
  const itemOf = (run: Run) => {
    const [id, saves] = typeof run === "string" ? [run, {}] : run;
    const operation = operations.get(id);
    if (!operation) throw new Error(`There is no operation ${id}.`);
    placed.add(id);
    return item(operation, saves);
  };
  const folders = Object.entries(FOLDERS).map(([name, runs]) => ({ name, item: runs.map(itemOf) }));
  const missing = [...operations.keys()].filter((id) => !placed.has(id));
  if (missing.length > 0) throw new Error(`Add ${missing.join(", ")} to clients/collection.ts.`);
  const saved = Object.values(FOLDERS).flatMap((runs) =>
    runs.flatMap((run) => (typeof run === "string" ? [] : Object.keys(run[1]))),
  );
  return {
    info: { name: "Scrip", description: DESCRIPTION, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "http://localhost:3000/api/v1" },
      { key: "key", value: "" },
      ...[...new Set([...saved, "idempotencyKey"])].map((key) => ({ key, value: "" })),
    ],
    item: folders,
  };
}

function item(operation: Operation, saves: Record<string, string>): Json {
  const scripts = {
    // Later requests look this one up and reverse it by its key.
    prerequest:
      operation.id === "debitCard"
        ? ['pm.collectionVariables.set("idempotencyKey", pm.variables.replaceIn("{{$guid}}"));']
        : [],
    test: [
      'pm.test("It succeeds", () => pm.response.to.be.success);',
      ...Object.entries(saves).map(
        ([variable, path]) =>
          `pm.collectionVariables.set("${variable}", pm.response.json().${path});`,
      ),
    ],
  };
  return {
    name: operation.summary,
    event: Object.entries(scripts)
      .filter(([, exec]) => exec.length > 0)
      .map(([listen, exec]) => ({ listen, script: { type: "text/javascript", exec } })),
    request: {
      ...requestOf(operation.id, exampleRequest(operation, "A")),
      description: operation.notes.join("\n\n"),
    },
  };
}

const named = (text: string): string =>
  text.replace(VARIABLE_PATTERN, (_, name: string) =>
    name === "KEY" ? "{{idempotencyKey}}" : `{{${name.toLowerCase()}}}`,
  );

function requestOf(id: string, { method, path, headers, body }: ExampleRequest): Json {
  const url = named(path);
  const [place = "", query] = url.split("?");
  const sent = {
    "Scrip-Shape": "A",
    ...headers,
    ...(headers["Idempotency-Key"] && {
      "Idempotency-Key": id === "debitCard" ? "{{idempotencyKey}}" : "{{$guid}}",
    }),
  };
  return {
    method,
    header: Object.entries(sent).map(([key, value]) => ({ key, value })),
    url: {
      raw: `{{baseUrl}}${url}`,
      host: ["{{baseUrl}}"],
      path: place.split("/").slice(1),
      ...(query && {
        query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })),
      }),
    },
    ...(body === undefined
      ? {}
      : {
          body: {
            mode: "raw",
            raw: named(JSON.stringify(body, null, 2)),
            options: { raw: { language: "json" } },
          },
        }),
  };
}
