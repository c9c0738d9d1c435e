import { z } from "zod";
import { ShownInstant } from "@/lib/api/contract/fields";
import { type Example, sameReply } from "@/lib/api/contract/shapes";
import { debitExample, redemption } from "./examples";
import { debitReply } from "./redemption";
import { IdempotencyKey } from "./reversal";

/** What became of a request with an Idempotency-Key. */
export type RequestOutcome = {
  key: string;
  state: "completed" | "refused" | "voided";
  status: number | null;
  response: Record<string, unknown> | null;
  requestId: string;
  createdAt: Date | string;
};

export const OutcomeParams = z.strictObject({ key: IdempotencyKey });

export const outcomeReply = sameReply(
  z
    .strictObject({
      key: z.string().meta({ example: "receipt-10482" }),
      state: z.enum(["completed", "refused", "voided"]).meta({
        description:
          "The outcome of the first request with this key. `voided` means that the request was reversed before it arrived. If it arrives later, it returns 409 `idempotency_key_voided`.",
      }),
      status: z.int().nullable().meta({ description: "The HTTP status of the response." }),
      response: z.record(z.string(), z.unknown()).nullable().meta({
        description:
          "The response body in its original shape, with masked codes and without secrets. Null, like `status`, if the request wasn't made with this API.",
      }),
      requestId: z.string(),
      createdAt: ShownInstant,
    })
    .meta({ id: "RequestOutcome" }),
);

export const outcomeExample: Example<RequestOutcome> = {
  result: () => ({
    key: "receipt-10482",
    state: "completed",
    status: 200,
    response: { ...Object(debitReply.A.present(debitExample.result(), { seesCodes: false })) },
    requestId: "req_0197a57e-c4b8-7a96-8e0d-5f6a7b8c9d0e",
    createdAt: redemption.createdAt,
  }),
};
