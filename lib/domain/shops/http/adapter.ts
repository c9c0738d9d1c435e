import { z } from "zod";
import { newId } from "@/lib/base/ids";
import { isCurrency, MAX_CENTS } from "@/lib/base/money";
import { isCleanText } from "@/lib/base/text";
import { type Adapter, PlatformError, type PlatformErrorKind } from "@/lib/domain/shops/adapter";
import * as http from "@/lib/domain/shops/http-call";
import { receiverAgent } from "@/lib/domain/webhooks/post";
import { isSecret, signatureHeaders } from "@/lib/domain/webhooks/signature";
import { isAllowedHost } from "@/lib/domain/webhooks/ssrf-guard";

const MAX_ID_CHARS = 255;
const MAX_CURSOR_CHARS = 2_000;
const MAX_CARDS_PER_PAGE = 250;
const DEFAULT_WAIT_MS = 2_000;

// Rejects responses with text that Postgres can't store.
const Text = z.string().refine(isCleanText);
const Currency = z.string().refine(isCurrency);

const Card = z.object({
  platformId: Text.min(1).max(MAX_ID_CHARS),
  balanceCents: z.int().min(0).max(MAX_CENTS),
  currency: Currency,
  enabled: z.boolean(),
  cardId: z.uuid().nullable(),
  expiresOn: z.iso.date().nullable().optional(),
});
const CardReply = z.object({ card: Card });
const NullableCardReply = z.object({ card: Card.nullable() });
const CheckReply = z.object({ name: Text.min(1).max(MAX_ID_CHARS), currency: Currency });
const WasAdjustedReply = z.object({ adjusted: z.boolean() });
const ChangedCardsReply = z.object({
  cards: z.array(Card).max(MAX_CARDS_PER_PAGE),
  nextCursor: Text.max(MAX_CURSOR_CHARS).nullable(),
});
const ErrorBody = z.object({ error: z.string().catch(""), message: z.string().catch("") });

const agent = receiverAgent();

type Service = { url: string; secret: string };
type Call<Reply> = {
  operation: string;
  fields: Record<string, unknown>;
  reply: z.ZodType<Reply>;
  /** Stays the same for every retry of a change. */
  idempotencyKey?: string | undefined;
};

/** Adapter for Scrip's own protocol (docs/guides/own-shop.md): signed JSON to one public URL. */
export function httpAdapter(service: Service): Adapter {
  const ask = <Reply>(
    operation: string,
    fields: Call<Reply>["fields"],
    reply: z.ZodType<Reply>,
    idempotencyKey?: string,
  ) => call(service, { operation, fields, reply, idempotencyKey });
  return {
    check: () => ask("check", {}, CheckReply),
    create: async (card) =>
      (await ask("create", { card }, CardReply, `create:${card.cardId}`)).card,
    find: async ({ cardId, code }) => (await ask("find", { cardId, code }, NullableCardReply)).card,
    read: async (platformId) => (await ask("read", { platformId }, NullableCardReply)).card,
    adjust: async (platformId, change) =>
      (await ask("adjust", { platformId, ...change }, CardReply, change.reference)).card,
    wasAdjusted: async (platformId, reference) =>
      (await ask("was_adjusted", { platformId, reference }, WasAdjustedReply)).adjusted,
    // Without a key: a date that is set again later is another change.
    setExpiry: async (platformId, expiresOn) =>
      (await ask("set_expiry", { platformId, expiresOn }, CardReply)).card,
    disable: async (platformId) =>
      void (await ask("disable", { platformId }, z.unknown(), `disable:${platformId}`)),
    changedSince: (since, cursor) =>
      ask("changed_since", { since: since.toISOString(), cursor }, ChangedCardsReply),
  };
}

async function call<Reply>({ url, secret }: Service, operationCall: Call<Reply>): Promise<Reply> {
  if (!isSecret(secret)) {
    throw new PlatformError(
      "unauthorized",
      "The secret must be whsec_ followed by 32 bytes in base64.",
    );
  }
  if (!isAllowedHost(new URL(url))) {
    throw new PlatformError("unauthorized", "The address must have a public host.");
  }
  const { operation, fields, idempotencyKey } = operationCall;
  const body = JSON.stringify({ operation, ...fields });
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Scrip-Platforms/1.0",
    ...signatureHeaders([secret], { id: newId(), body, timestampSeconds }),
    ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
  };
  const response = await http.httpCall(agent, url, { headers, body });
  const json = http.parseJson(response.text);
  if (response.status !== 200) throw errorOf(response, json, [secret, cardCodeIn(fields)]);
  const reply = operationCall.reply.safeParse(json);
  if (!reply.success) throw http.unreadableError();
  return reply.data;
}

/** The card code in a request, which the shop's error message may repeat. */
function cardCodeIn(fields: Record<string, unknown>): string {
  return z.object({ code: z.string() }).safeParse(fields.card ?? fields).data?.code ?? "";
}

const ERROR_KIND_BY_STATUS: Readonly<Record<number, PlatformErrorKind>> = {
  400: "refused",
  401: "unauthorized",
  403: "unauthorized",
  404: "unauthorized",
  409: "refused",
  422: "refused",
  429: "throttled",
};

function errorOf({ status, headers }: http.HttpResponse, json: unknown, secrets: string[]) {
  const { error, message = "" } = ErrorBody.safeParse(json).data ?? {};
  const kind = ERROR_KIND_BY_STATUS[status] ?? "unreachable";
  const taken = status === 409 && error === "taken";
  const reason = http.redactedLine(message, secrets) || `The shop responded with ${status}.`;
  const waitMs = kind === "throttled" ? http.retryAfterMs(headers, DEFAULT_WAIT_MS) : 0;
  return new PlatformError(taken ? "taken" : kind, reason, waitMs);
}
