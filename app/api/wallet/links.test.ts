import { describe, expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/portal";
import { createStore } from "@/lib/testing/store";
import {
  anyone,
  consumerWithWallet,
  mailedToken,
  mailsTo,
  storeWithCards,
  walletHeaders,
} from "@/lib/testing/wallet";
import * as card from "./cards/[uuid]/route";
import * as cards from "./cards/route";
import * as open from "./open/route";
import * as signIn from "./sign-in/route";

useTestDatabase();

/** From an address of the test's own, so that no other test's attempts count. */
const from = (address: string) => ({ "x-forwarded-for": address });
const somewhere = () => from(anyone());

const askFor = (email: string) => send(signIn, "POST", { body: { email }, headers: somewhere() });

const openBy = (token: string, headers: Record<string, string> = somewhere()) =>
  send(open, "POST", { body: { token }, headers });

const cookieOf = ({ headers }: { headers: Headers }) => headers.get("set-cookie") ?? "";
const sessionOf = (answer: { headers: Headers }) =>
  walletHeaders(/scrip-wallet=([^;]*)/.exec(cookieOf(answer))?.[1] ?? "");

const linkRow = async (token: string) => {
  const [row] = await pg()`select *, extract(epoch from expires_at - created_at)::int as seconds
    from consumer_links where token_hash = sha256(convert_to(${token}, 'UTF8'))`;
  return row;
};

const GONE = [{ path: "token", message: expect.stringContaining("used or has expired") }];

describe("a sign-in link", () => {
  test("is mailed to any address, opens its wallet once, for ten minutes", async () => {
    const email = anyone();
    const asked = await askFor(email);
    expect([asked.status, asked.text]).toEqual([202, "{}"]);
    expect(await mailsTo(email)).toMatchObject([
      {
        template: "sign_in",
        link: expect.stringMatching(/^http:\/\/localhost:3000\/wallet\/open#/),
      },
    ]);
    const token = await mailedToken(email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(await linkRow(token)).toMatchObject({ purpose: "sign_in", seconds: 600, used_at: null });

    const opened = await openBy(token);
    expect([opened.status, opened.body]).toEqual([200, { email, cardUuid: null }]);
    expect(cookieOf(opened)).toMatch(
      /^scrip-wallet=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
    const listed = await send(cards, "GET", { headers: sessionOf(opened) });
    expect(listed.body.owner).toEqual({ email, onlyCardUuid: null });

    const again = await openBy(token);
    expect([again.status, again.body.fields]).toEqual([400, GONE]);
    expect(cookieOf(again)).toBe("");
  });

  test("is answered the same, in body and time, whether anybody knows the address", async () => {
    const { email: known } = await consumerWithWallet();
    for (const email of [known, known.toUpperCase(), anyone()]) {
      const start = performance.now();
      const { status, text } = await askFor(email);
      expect([status, text]).toEqual([202, "{}"]);
      expect(performance.now() - start).toBeGreaterThanOrEqual(245);
    }
    expect(await mailsTo(known)).toHaveLength(2);
  });

  test("used twice at once lets one in", async () => {
    const email = anyone();
    await askFor(email);
    const token = await mailedToken(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => openBy(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    const [row] = await pg()`select count(*)::int as sessions from consumer_sessions s
      join consumers c on c.id = s.consumer_id where c.email = ${email}`;
    expect(row?.sessions).toBe(1);
  });

  test("is over when the database's clock says so", async () => {
    const email = anyone();
    await askFor(email);
    const token = await mailedToken(email);
    await pg()`update consumer_links set expires_at = now()
      where token_hash = sha256(convert_to(${token}, 'UTF8'))`;
    expect((await openBy(token)).body.fields).toEqual(GONE);
  });

  test("is not used by looking at the page, nor by any GET", async () => {
    const email = anyone();
    await askFor(email);
    const token = await mailedToken(email);
    expect((await send(open, "GET", { headers: somewhere() })).status).toBe(405);
    expect((await send(open, "GET", { query: { token }, headers: somewhere() })).status).toBe(405);
    expect((await linkRow(token))?.used_at).toBeNull();
  });

  test("is kept as a hash: no table but the mail's own row holds the token", async () => {
    const email = anyone();
    await askFor(email);
    const token = await mailedToken(email);
    const stored = async (table: string) =>
      JSON.stringify(await pg().unsafe(`select t::text from ${table} t`));
    const expectNowhere = async (secret: string, ...tables: string[]) => {
      for (const table of tables) {
        const text = await stored(table);
        // Bytes are shown in hex.
        for (const form of [secret, Buffer.from(secret).toString("hex")]) {
          expect(text, table).not.toContain(form);
        }
      }
    };
    const tables = ["consumer_links", "consumer_sessions", "audit_log", "rate_limits"];
    await expectNowhere(token, ...tables);
    const opened = await openBy(token);
    expect(opened.status).toBe(200);
    const cookie = sessionOf(opened).cookie.split("=")[1] ?? "";
    expect(cookie.length).toBeGreaterThan(20);
    await expectNowhere(token, ...tables);
    await expectNowhere(cookie, ...tables, "outbox");
  });

  test("is asked for five times an hour for an address, and sixty times from one", async () => {
    const email = anyone();
    for (let time = 0; time < 5; time++) expect((await askFor(email)).status).toBe(202);
    const refused = await askFor(email);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    const headers = somewhere();
    const ask = () => send(signIn, "POST", { body: { email: anyone() }, headers });
    const answers = await Promise.all(Array.from({ length: 61 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("that is made up is refused like one that was used, sixty times in 15 minutes", async () => {
    const headers = somewhere();
    const guesses = await Promise.all(
      Array.from({ length: 61 }, (_, n) => openBy(`guess-${n}`, headers)),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test.each([
    ["ADA+x@BÜCHER.example", "ada+x@xn--bcher-kva.example"],
    [" ada.b@Example.COM ", "ada.b@example.com"],
  ])("goes to the one spelling of an address: %s", async (typed, email) => {
    expect((await askFor(typed)).status).toBe(202);
    expect((await mailsTo(email)).at(-1)?.template).toBe("sign_in");
  });

  test.each(["", "ada", "a..b@example.com", "ada@localhost", "ada@exa mple.com", "ä@example.com"])(
    "is refused for what is no address: %j",
    async (email) => {
      const answer = await askFor(email);
      expect([answer.status, answer.body.fields[0].path]).toEqual([400, "email"]);
    },
  );
});

describe("an invitation's link", () => {
  test("opens its card and no other, once, for 30 days", async () => {
    const email = anyone();
    const store = await storeWithCards();
    const first = await store.card(2_500, email);
    const token = await mailedToken(email);
    const second = await store.card(1_000, email);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await linkRow(token)).toMatchObject({
      purpose: "invitation",
      seconds: 30 * 24 * 60 * 60,
      card_id: first.id,
    });

    const opened = await openBy(token);
    expect(opened.body).toEqual({ email, cardUuid: first.id });
    const headers = sessionOf(opened);
    const listed = await send(cards, "GET", { headers });
    expect(listed.body.owner).toEqual({ email, onlyCardUuid: first.id });
    expect(listed.body.cards.map(({ uuid }: { uuid: string }) => uuid)).toEqual([first.id]);
    const read = (uuid: string) => send(card, "GET", { headers, params: { uuid } });
    expect((await read(first.id)).body.balanceCents).toBe(2_500);
    expect((await read(second.id)).status).toBe(404);
    expect((await openBy(token)).body.fields).toEqual(GONE);
  });

  test("gives way to a sign-in in the same browser, and nothing is left open of it", async () => {
    const email = anyone();
    await (await storeWithCards()).card(2_500, email);
    const one = sessionOf(await openBy(await mailedToken(email)));
    await askFor(email);
    const whole = sessionOf(await openBy(await mailedToken(email), { ...somewhere(), ...one }));
    expect((await send(cards, "GET", { headers: one })).status).toBe(401);
    const listed = await send(cards, "GET", { headers: whole });
    expect(listed.body.owner.onlyCardUuid).toBeNull();
  });

  test("leaves the whole wallet open where the same person has it open", async () => {
    const consumer = await consumerWithWallet();
    const { id } = await (await storeWithCards()).card(2_500, consumer.email);
    const token = await mailedToken(consumer.email);
    const opened = await openBy(token, { ...somewhere(), ...consumer.headers });
    expect(opened.body).toEqual({ email: consumer.email, cardUuid: id });
    expect(cookieOf(opened)).toBe("");
    const listed = await send(cards, "GET", { headers: consumer.headers });
    expect(listed.body.owner.onlyCardUuid).toBeNull();
  });

  test("no longer shows a card that is not theirs any more", async () => {
    const email = anyone();
    const { id } = await (await storeWithCards()).card(2_500, email);
    const headers = sessionOf(await openBy(await mailedToken(email)));
    await pg()`update cards set owner_id = null where id = ${id}`;
    expect((await send(card, "GET", { headers, params: { uuid: id } })).status).toBe(404);
  });

  test("is mailed when a card is activated for somebody, with the store and the amount", async () => {
    const email = anyone();
    const { ctx } = await createStore({ name: "Corner Bakery" });
    const made = await create(ctx(), { currency: "EUR", cardType: "digital", ownerEmail: email });
    expect(await mailsTo(email)).toEqual([]);
    await activate(ctx(), { cardId: made.card.id, amountCents: 1_250 });
    expect(await mailsTo(email)).toMatchObject([
      {
        template: "card_invitation",
        storeName: "Corner Bakery",
        balanceCents: 1_250,
        currency: "EUR",
        link: expect.stringMatching(/^\/wallet\/open#[0-9a-f]{64}$/),
      },
    ]);
  });
});
