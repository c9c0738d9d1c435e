import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { resolveSearchTerm } from "@/lib/domain/search/resolve-term";
import { lookUpCard } from "@/lib/domain/transactions/read-card";
import { createStore } from "@/lib/testing/store";
import { activate } from "./activate";
import { parseStoreCode, unsealCode } from "./code";
import { create } from "./create";
import { redeem } from "./redeem";

type Ctx = Parameters<typeof lookUpCard>[0];

const DOORS: [name: string, ask: (ctx: Ctx, code: string) => Promise<unknown>][] = [
  ["lookups", (ctx, code) => lookUpCard(ctx, { code })],
  ["searches", (ctx, term) => resolveSearchTerm(ctx, { term })],
  ["redemptions", (ctx, code) => redeem(ctx, { code, amountCents: 10 })],
];

test.each(DOORS)(
  "%s: in one burst, a right code after 800 wrong ones is refused, but 200 right ones are accepted",
  async (name, ask) => {
    await pg()`delete from rate_limits`;
    const { ctx } = await createStore();
    const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
    await activate(ctx(), { cardId: card.id, amountCents: 9_000 });
    const code = parseStoreCode(unsealCode(card)) ?? "";
    const outcomes = (codes: string[]) =>
      Promise.all(
        codes.map((one) =>
          ask(ctx(), one).then(
            () => "found",
            (error) => error.code,
          ),
        ),
      );
    expect(new Set(await outcomes(Array.from({ length: 200 }, () => code)))).toEqual(
      new Set(["found"]),
    );
    const wrong = Array.from({ length: 800 }, (_, n) => `${name.slice(0, 3)}${5_000 + n}`);
    expect((await outcomes([...wrong, code])).at(-1)).toBe("rate_limited");
  },
);
