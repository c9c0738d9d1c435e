import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { Faults } from "../shopify/faults";
import { respond, type Worked } from "../shopify/respond";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

type Card = {
  platformId: string;
  balanceCents: number;
  currency: string;
  enabled: boolean;
  cardId: string | null;
  code: string;
  changedAt: string;
  references: string[];
};

const Call = z.discriminatedUnion("operation", [
  z.object({ operation: z.literal("check") }),
  z.object({
    operation: z.literal("create"),
    card: z.object({
      cardId: z.string(),
      code: z.string(),
      balanceCents: z.int(),
      currency: z.string(),
      expiresOn: z.string().nullable(),
    }),
  }),
  z.object({ operation: z.literal("find"), cardId: z.string(), code: z.string() }),
  z.object({ operation: z.literal("read"), platformId: z.string() }),
  z.object({
    operation: z.literal("adjust"),
    platformId: z.string(),
    amountCents: z.int(),
    currency: z.string(),
    reference: z.string(),
  }),
  z.object({
    operation: z.literal("was_adjusted"),
    platformId: z.string(),
    reference: z.string(),
  }),
  z.object({ operation: z.literal("disable"), platformId: z.string() }),
  z.object({
    operation: z.literal("changed_since"),
    since: z.string(),
    cursor: z.string().nullable(),
  }),
]);
type Call = z.infer<typeof Call>;

const PAGE = 20;
const answer = (json: object): Worked => ({ status: 200, json });
const refuse = (status: number, error: string, message: string): Worked => ({
  status,
  json: { error, message },
});

/** What README tells the owner of a shop to build: every call in a dozen lines. */
function shopOf(currency: string) {
  const cards: Card[] = [];
  const replies = new Map<string, Worked>();
  const show = ({ code: _1, changedAt: _2, references: _3, ...card }: Card) => card;
  const byId = (id: string) => cards.find(({ platformId }) => platformId === id);
  const byCode = (code: string) => cards.find((card) => card.code === code);
  const touch = (card: Card) => {
    card.changedAt = new Date().toISOString();
  };

  const work = (call: Call): Worked => {
    const card = "platformId" in call ? byId(call.platformId) : undefined;
    switch (call.operation) {
      case "check":
        return answer({ name: "Own shop", currency });
      case "create": {
        const { expiresOn: _, ...wanted } = call.card;
        if (byCode(wanted.code)) return refuse(409, "taken", `${wanted.code} is taken.`);
        const made = { platformId: `card-${cards.length + 1}`, enabled: true, references: [] };
        cards.push({ ...made, ...wanted, changedAt: new Date().toISOString() });
        return answer({ card: show(cards.at(-1) as Card) });
      }
      case "find": {
        const found = cards.find(({ cardId }) => cardId === call.cardId);
        return answer({ card: found ? show(found) : null });
      }
      case "read":
        return answer({ card: card ? show(card) : null });
      case "adjust":
        if (!card?.enabled) return refuse(422, "no_card", "There is no such card.");
        if (card.balanceCents + call.amountCents < 0) {
          return refuse(422, "insufficient", "The card holds less.");
        }
        card.balanceCents += call.amountCents;
        card.references.push(call.reference);
        touch(card);
        return answer({ card: show(card) });
      case "was_adjusted":
        return answer({ adjusted: card?.references.includes(call.reference) ?? false });
      case "disable":
        if (card) card.enabled = false;
        return answer({});
      case "changed_since": {
        const from = Number(call.cursor ?? 0);
        const changed = cards.filter(({ changedAt }) => changedAt >= call.since);
        const page = changed.slice(from, from + PAGE).map(show);
        const nextCursor = from + PAGE < changed.length ? String(from + PAGE) : null;
        return answer({ cards: page, nextCursor });
      }
    }
  };

  return {
    cards,
    byCode,
    touch,
    /** A repeated key is given the first answer again. */
    serve: (call: Call, key: string | undefined): Worked => {
      const known = key === undefined ? undefined : replies.get(key);
      const worked = known ?? work(call);
      if (key !== undefined) replies.set(key, worked);
      return worked;
    },
  };
}

/** A shop of a merchant's own making, which speaks Scrip's protocol: HTTPS on loopback. */
export async function startOwnShop({ currency = "USD" } = {}) {
  const shop = shopOf(currency);
  const faults = new Faults();
  const keys: string[] = [];
  const state = { secret: SECRET };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const told = JSON.parse(body);
    await respond(response, faults.of(told.operation), async () => {
      try {
        new Webhook(state.secret).verify(body, request.headers as Record<string, string>);
      } catch {
        return refuse(401, "unauthorized", `The signature of ${body} is not mine.`);
      }
      const key = request.headers["idempotency-key"] as string | undefined;
      if (key) keys.push(key);
      return shop.serve(Call.parse(told), key);
    });
  };
  const server = createServer(
    {
      key: readFileSync("e2e/support/receiver-key.pem"),
      cert: readFileSync("e2e/support/receiver-cert.pem"),
    },
    (request, response) => {
      serve(request, response).catch(() => response.destroy());
    },
  );
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  return {
    kind: "http" as const,
    address: `https://localhost:${port}/scrip`,
    token: SECRET,
    state,
    faults,
    keys,
    cards: shop.cards,
    /** A customer pays with a card in the online shop. */
    redeem: (code: string, amountCents: number) => {
      const card = shop.byCode(code);
      if (!card) throw new Error("The shop has no such card.");
      card.balanceCents -= amountCents;
      shop.touch(card);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
