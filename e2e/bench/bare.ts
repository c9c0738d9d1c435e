import { createServer, type IncomingMessage } from "node:http";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { LIMITS } from "@/lib/http/limits";
import { operatorContext } from "@/lib/merchants/operator";
import { keyedHash } from "@/lib/secrets";
import { KEY_LIMIT } from "./tills";

const LIMIT = { ...LIMITS.money, max: KEY_LIMIT };

/** The debit's one call of the ledger's function: nothing authenticated, checked or presented. */
async function debit(merchantId: string, cardId: string, key: string, body: string) {
  const ctx = operatorContext(merchantId);
  const idempotency = { key, fingerprint: keyedHash("idempotency", key + body) };
  const principal = { ...ctx.principal, actor: `key:${cardId}` };
  const { amountCents } = JSON.parse(body);
  return await spend({ ...ctx, principal, idempotency, limits: [LIMIT] }, { cardId, amountCents });
}

/** The least that a debit could be: one row updated, one written, committed together. */
const write = (n: number) =>
  pg().begin(async (sql) => {
    await sql`update bench.cards set balance_cents = balance_cents - 1, sequence = sequence + 1
      where id = lpad(to_hex(${n}::int), 32, '0')::uuid`;
    await sql`insert into bench.transactions (id, card_id, amount_cents)
      values (uuidv7(), lpad(to_hex(${n}::int), 32, '0')::uuid, 1)`;
  });

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

const server = createServer(async (request, response) => {
  try {
    const [, what, first = "", second = ""] = (request.url ?? "").split("/");
    const body = await textOf(request);
    const key = String(request.headers["idempotency-key"]);
    const done = what === "write" ? write(Number(first)) : debit(first, second, key, body);
    const answer = JSON.stringify((await done) ?? {});
    response.writeHead(200, { "Content-Type": "application/json" }).end(answer);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
