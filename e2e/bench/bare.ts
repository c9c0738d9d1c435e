import { createServer } from "node:http";
import { pg } from "@/lib/db/client/client";

/** The least work a debit could do: one update and one insert in one commit. */
const write = (n: number) =>
  pg().begin(async (sql) => {
    await sql`update bench.cards set balance_cents = balance_cents - 1, sequence = sequence + 1
      where id = lpad(to_hex(${n}::int), 32, '0')::uuid`;
    await sql`insert into bench.transactions (id, card_id, amount_cents)
      values (uuidv7(), lpad(to_hex(${n}::int), 32, '0')::uuid, 1)`;
  });

const server = createServer(async (request, response) => {
  try {
    await write(Number(request.url?.split("/").at(-1)));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
