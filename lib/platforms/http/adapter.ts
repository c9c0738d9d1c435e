import { z } from "zod";
import { newId } from "../../ids";
import { isCurrency, MAX_CENTS } from "../../money";
import { isCleanText } from "../../text";
import { receiverAgent } from "../../webhooks/post";
import { isSecret, signatureHeaders } from "../../webhooks/signature";
import { isAllowedHost } from "../../webhooks/ssrf-guard";
import { type Adapter, PlatformError, type PlatformErrorKind } from "../adapter";
import {
  type HttpResponse,
  httpCall,
  parseJson,
  quotable,
  retryAfterMs,
  unreadable,
} from "../http-call";

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
});
const OneCard = z.object({ card: Card });
const PerhapsCard = z.object({ card: Card.nullable() });
const Checked = z.object({ name: Text.min(1).max(MAX_ID_CHARS), currency: Currency });
const WasAdjusted = z.object({ adjusted: z.boolean() });
const Changed = z.object({
  cards: z.array(Card).max(MAX_CARDS_PER_PAGE),
  nextCursor: Text.max(MAX_CURSOR_CHARS).nullable(),
});
const ErrorBody = z.object({ error: z.string().catch(""), message: z.string().catch("") });

const agent = receiverAgent();

type Service = { url: string; secret: string };
type Call<Reply> = {
  operation: string;
  fields?: Record<string, unknown>;
  reply: z.ZodType<Reply>;
  /** Stays the same for every retry of a change. */
  idempotencyKey?: string;
};

/** Adapter for Scrip's own protocol (README, "A shop of your own"): signed JSON to one public URL. */
export function httpAdapter(service: Service): Adapter {
  const ask = <Reply>(asked: Call<Reply>) => call(service, asked);
  return {
    check: () => ask({ operation: "check", reply: Checked }),
    create: async (card) => {
      const idempotencyKey = `create:${card.cardId}`;
      const made = { operation: "create", fields: { card }, reply: OneCard, idempotencyKey };
      return (await ask(made)).card;
    },
    find: async ({ cardId, code }) =>
      (await ask({ operation: "find", fields: { cardId, code }, reply: PerhapsCard })).card,
    read: async (platformId) =>
      (await ask({ operation: "read", fields: { platformId }, reply: PerhapsCard })).card,
    adjust: async (platformId, change) => {
      const made = { operation: "adjust", fields: { platformId, ...change }, reply: OneCard };
      return (await ask({ ...made, idempotencyKey: change.reference })).card;
    },
    wasAdjusted: async (platformId, reference) => {
      const fields = { platformId, reference };
      return (await ask({ operation: "was_adjusted", fields, reply: WasAdjusted })).adjusted;
    },
    disable: async (platformId) => {
      const idempotencyKey = `disable:${platformId}`;
      const made = { operation: "disable", fields: { platformId }, reply: z.unknown() };
      await ask({ ...made, idempotencyKey });
    },
    changedSince: (since, cursor) =>
      ask({
        operation: "changed_since",
        fields: { since: since.toISOString(), cursor },
        reply: Changed,
      }),
  };
}

async function call<Reply>({ url, secret }: Service, asked: Call<Reply>): Promise<Reply> {
  if (!isSecret(secret)) {
    throw new PlatformError("unauthorized", "The secret must be whsec_ and 32 bytes as base64.");
  }
  if (!isAllowedHost(new URL(url))) {
    throw new PlatformError("unauthorized", "The address must lead to a public host.");
  }
  const { operation, fields, idempotencyKey } = asked;
  const body = JSON.stringify({ operation, ...fields });
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Scrip-Platforms/1.0",
    ...signatureHeaders([secret], { id: newId(), body, timestampSeconds }),
    ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
  };
  const response = await httpCall(agent, url, { headers, body });
  const json = parseJson(response.text);
  if (response.status !== 200) throw failure(response, json, [secret, cardCodeIn(fields)]);
  const reply = asked.reply.safeParse(json);
  if (!reply.success) throw unreadable();
  return reply.data;
}

/** The card code in a request, which the shop's error message may repeat. */
function cardCodeIn(fields: Record<string, unknown> = {}): string {
  const Carrier = z.object({ code: z.string() });
  return Carrier.safeParse(fields.card ?? fields).data?.code ?? "";
}

const KINDS: Readonly<Record<number, PlatformErrorKind>> = {
  400: "refused",
  401: "unauthorized",
  403: "unauthorized",
  404: "unauthorized",
  409: "refused",
  422: "refused",
  429: "throttled",
};

function failure({ status, headers }: HttpResponse, json: unknown, secrets: string[]) {
  const { error, message = "" } = ErrorBody.safeParse(json).data ?? {};
  const kind = KINDS[status] ?? "unreachable";
  const taken = status === 409 && error === "taken";
  const reason = quotable(message, secrets) || `The shop answered ${status}.`;
  const waitMs = kind === "throttled" ? retryAfterMs(headers, DEFAULT_WAIT_MS) : 0;
  return new PlatformError(taken ? "taken" : kind, reason, waitMs);
}
