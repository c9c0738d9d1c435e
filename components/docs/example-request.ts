import type { ApiShape } from "@/lib/base/context";
import type { Operation } from "./reference";

/** What an example works on, set by the steps before it. `KEY` is an Idempotency-Key. */
export type Variable =
  | "CARD"
  | "CODE"
  | "TRANSACTION"
  | "HOLD"
  | "BATCH"
  | "WALLET"
  | "TRANSFER"
  | "WEBHOOK"
  | "DELIVERY"
  | "KEY";

/** A request below /api/v1. Its texts can contain variables, such as `{CARD}`. */
export type ExampleRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
};

export const VARIABLE_PATTERN = /\{([A-Z]+)\}/g;

/** What `{id}` is, by the first folder of a path. */
const ID_BY_FOLDER: Record<string, Variable> = {
  holds: "HOLD",
  batches: "BATCH",
  transactions: "TRANSACTION",
  transfers: "TRANSFER",
  webhooks: "WEBHOOK",
};

const BY_PARAMETER: Record<string, Variable> = {
  uuid: "CARD",
  walletId: "WALLET",
  deliveryId: "DELIVERY",
  key: "KEY",
};

const BY_FIELD: Record<string, Variable> = {
  code: "CODE",
  cardUuid: "CARD",
  fromCardUuid: "CARD",
  originalTransactionId: "TRANSACTION",
  idempotencyKey: "KEY",
};

/** The operation's example request in a shape, on variables instead of the example's IDs. */
export function exampleRequest(operation: Operation, shape: ApiShape): ExampleRequest {
  const { id, method, path, queryExample, request, differs } = operation;
  const folder = path.split("/")[1] ?? "";
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `{${BY_PARAMETER[name] ?? ID_BY_FOLDER[folder]}}`,
  );
  const query = new URLSearchParams(queryExample).toString();
  return {
    method,
    path: filled + (query && `?${query}`),
    headers: {
      ...(differs && shape === "B" ? { "Scrip-Shape": shape } : {}),
      // A reversal has its own key, and names the key of what it reverses.
      ...(hasIdempotencyKey(operation)
        ? { "Idempotency-Key": id === "createReversal" ? "reverse-{KEY}" : "{KEY}" }
        : {}),
      ...(request ? { "Content-Type": "application/json" } : {}),
    },
    body: request && withVariables(request[shape].example),
  };
}

export const hasIdempotencyKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === "Idempotency-Key");

const withVariables = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (field, value) =>
    typeof value === "string" && BY_FIELD[field] ? `{${BY_FIELD[field]}}` : value,
  );
