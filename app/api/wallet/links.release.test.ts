import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { activate } from "@/lib/domain/cards/activate";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { outcomeOf } from "@/lib/testing/requests";
import { createStore } from "@/lib/testing/store";
import {
  callerAtWallet,
  consumerWithWallet,
  mailedToken,
  mailsTo,
  storeWithCardMaker,
  templatesTo,
  uniqueAddress,
  uniqueEmail,
  visitor,
  walletHeaders,
} from "@/lib/testing/wallet";

/** A new IP address, so that other tests' attempts don't count. */
const newAddressHeader = () => ({ "x-forwarded-for": uniqueAddress() });

const askFor = (email: string, headers = newAddressHeader()) =>
  visitor.post("/sign-in", { email }, { headers });

const openBy = (token: string, headers: Record<string, string> = {}) =>
  visitor.post("/open", { token }, { headers: { ...newAddressHeader(), ...headers } });

const cookieOf = ({ headers }: { headers: Headers }) => headers.get("set-cookie") ?? "";
/** A caller with the wallet session that a response opened. */
const sessionOf = (answer: { headers: Headers }) =>
  callerAtWallet(walletHeaders(/scrip-wallet=([^;]*)/.exec(cookieOf(answer))?.[1] ?? ""));

/** Requests a sign-in link and returns its token. */
async function linkTokenFor(email: string): Promise<string> {
  await askFor(email);
  return await mailedToken(email);
}

const linkRow = async (token: string) => {
  const rows = await inEachBucket(
    () => pg()`select *, extract(epoch from expires_at - created_at)::int as seconds
      from consumer_links where token_hash = sha256(convert_to(${token}, 'UTF8'))`,
  );
  return rows.flat()[0];
};

const INVALID_TOKEN_FIELDS = [
  { path: "token", message: expect.stringContaining("used or has expired") },
];

describe("a sign-in link", () => {
  test("is mailed to any address, opens its wallet once, for ten minutes", async () => {
    const email = uniqueEmail();
    const asked = await askFor(email);
    expect([asked.status, asked.text]).toEqual([202, "{}"]);
    const link = expect.stringMatching(/^http:\/\/localhost:3000\/wallet\/open#/);
    expect(await mailsTo(email)).toMatchObject([{ template: "sign_in", link }]);
    const token = await mailedToken(email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(await linkRow(token)).toMatchObject({ purpose: "sign_in", seconds: 600, used_at: null });

    const opened = await openBy(token);
    expect([opened.status, opened.body]).toEqual([200, { email, cardUuid: null }]);
    expect(cookieOf(opened)).toMatch(
      /^scrip-wallet=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
    const { owner } = (await sessionOf(opened).get("/cards")).body;
    expect(owner).toEqual({ email, onlyCardUuid: null });

    const again = await openBy(token);
    expect([again.status, again.body.fields]).toEqual([400, INVALID_TOKEN_FIELDS]);
    expect(cookieOf(again)).toBe("");
  });

  test("gets the same response, after the same time, for known and unknown emails", async () => {
    const { email: known } = await consumerWithWallet();
    for (const email of [known, known.toUpperCase(), uniqueEmail()]) {
      const startedAtMs = performance.now();
      const { status, text } = await askFor(email);
      expect([status, text]).toEqual([202, "{}"]);
      expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(245);
    }
    expect(await mailsTo(known)).toHaveLength(2);
  });

  test("used eight times at once opens one session", async () => {
    const email = uniqueEmail();
    const token = await linkTokenFor(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => openBy(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    const [row] = await pg()`select count(*)::int as sessions from consumer_sessions s
      join consumers c on c.id = s.consumer_id where c.email = ${email}`;
    expect(row?.sessions).toBe(1);
  });

  test("expires by the database's clock", async () => {
    const token = await linkTokenFor(uniqueEmail());
    await inEachBucket(
      () => pg()`update consumer_links set expires_at = now()
        where token_hash = sha256(convert_to(${token}, 'UTF8'))`,
    );
    expect((await openBy(token)).body.fields).toEqual(INVALID_TOKEN_FIELDS);
  });

  test("is not used by any GET", async () => {
    const token = await linkTokenFor(uniqueEmail());
    const headers = newAddressHeader();
    expect((await visitor.get("/open", {}, { headers })).status).toBe(405);
    expect((await visitor.get("/open", { token }, { headers })).status).toBe(405);
    expect((await linkRow(token))?.used_at).toBeNull();
  });

  test("is stored as a hash: no table has the token, and the mail's own row has it encrypted", async () => {
    const token = await linkTokenFor(uniqueEmail());
    const expectNowhere = async (secret: string, ...tables: string[]) => {
      for (const table of tables) {
        const rows = await inEachBucket(() => pg().unsafe(`select t::text from ${table} t`));
        const text = JSON.stringify(rows);
        // Postgres prints bytes as hex.
        for (const form of [secret, Buffer.from(secret).toString("hex")])
          expect(text, table).not.toContain(form);
      }
    };
    const tables = ["consumer_links", "consumer_sessions", "audit_log", "rate_limits", "outbox"];
    await expectNowhere(token, ...tables);
    const opened = await openBy(token);
    expect(opened.status).toBe(200);
    const cookie = sessionOf(opened).headers.cookie.split("=")[1] ?? "";
    expect(cookie.length).toBeGreaterThan(20);
    await expectNowhere(token, ...tables);
    await expectNowhere(cookie, ...tables);
  });

  test("is asked for sixty times an hour from one address", async () => {
    const headers = newAddressHeader();
    const ask = () => askFor(uniqueEmail(), headers);
    const answers = await Promise.all(Array.from({ length: 61 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("is mailed five times an hour for an email and a network, then once in five minutes", async () => {
    const email = uniqueEmail();
    const headers = newAddressHeader();
    const ask = async () => (await askFor(email, headers)).status;
    const mails = async () => (await mailsTo(email)).length;
    await Promise.all(Array.from({ length: 5 }, ask));
    expect([await ask(), await mails()]).toEqual([202, 5]);
    await inEachBucket(
      () => pg()`update rate_limits set hits = '{}' where bucket = 'wallet-email-flood'`,
    );
    await Promise.all(Array.from({ length: 6 }, ask));
    expect(await mails()).toBe(6);
  });

  test("reaches the person through a flood from elsewhere, and their own network at once", async () => {
    const email = uniqueEmail();
    for (const count of [20, 10]) {
      await Promise.all(Array.from({ length: count }, () => askFor(email)));
    }
    expect(await mailsTo(email)).toHaveLength(20);
    // The person has a fresh link, which works.
    await askFor(email);
    expect((await openBy(await mailedToken(email))).status).toBe(200);

    const address = uniqueAddress();
    await consumerWithWallet(email, null, { address });
    await askFor(email, { "x-forwarded-for": address });
    expect(await mailsTo(email)).toHaveLength(21);
  });

  test("is guessed sixty times in 15 minutes from one address", async () => {
    const headers = newAddressHeader();
    const guess = (_: unknown, n: number) => openBy(`guess-${n}`, headers);
    const guesses = await Promise.all(Array.from({ length: 61 }, guess));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("goes to the normalized email, and nowhere for a text that is not an email", async () => {
    for (const [typed, email] of [
      ["ADA+x@BÜCHER.example", "ada+x@xn--bcher-kva.example"],
      [" ada.b@Example.COM ", "ada.b@example.com"],
    ] as const) {
      expect((await askFor(typed)).status).toBe(202);
      expect((await templatesTo(email)).at(-1)).toBe("sign_in");
    }
    for (const email of ["", "ada", "a..b@example.com", "ada@localhost", "ä@example.com"])
      expect(await outcomeOf(askFor(email)), email).toBe("400 invalid_request email");
  });
});

describe("an invitation's link", () => {
  /** A store's customer with a card, and the token from its invitation mail. */
  async function invited(email = uniqueEmail()) {
    const store = await storeWithCardMaker();
    const { id } = await store.card(2_500, email);
    return { ...store, email, id, token: await mailedToken(email) };
  }
  type Session = ReturnType<typeof sessionOf>;
  const read = ({ get }: Session, uuid: string) => get(`/cards/${uuid}`);

  test("opens its card and no other, once, for 30 days", async () => {
    const { email, id, token, ...store } = await invited();
    const other = await store.card(1_000, email);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await linkRow(token)).toMatchObject({
      purpose: "invitation",
      seconds: 30 * 24 * 60 * 60,
      card_id: id,
    });

    const opened = await openBy(token);
    expect(opened.body).toEqual({ email, cardUuid: id });
    const session = sessionOf(opened);
    const listed = (await session.get("/cards")).body;
    expect(listed.owner).toEqual({ email, onlyCardUuid: id });
    expect(listed.cards.map(({ uuid }: { uuid: string }) => uuid)).toEqual([id]);
    expect((await read(session, id)).body.balanceCents).toBe(2_500);
    expect((await read(session, other.id)).status).toBe(404);
    expect((await openBy(token)).body.fields).toEqual(INVALID_TOKEN_FIELDS);
  });

  test("gives way to a sign-in in the same browser, and its session ends", async () => {
    const { email, token } = await invited();
    const one = sessionOf(await openBy(token));
    const whole = sessionOf(await openBy(await linkTokenFor(email), one.headers));
    expect((await one.get("/cards")).status).toBe(401);
    expect((await whole.get("/cards")).body.owner.onlyCardUuid).toBeNull();
  });

  test("leaves the whole wallet open where the same person has it open", async () => {
    const consumer = await consumerWithWallet();
    const { id, token } = await invited(consumer.email);
    const opened = await openBy(token, consumer.headers);
    expect(opened.body).toEqual({ email: consumer.email, cardUuid: id });
    expect(cookieOf(opened)).toBe("");
    expect((await consumer.get("/cards")).body.owner.onlyCardUuid).toBeNull();
  });

  test("no longer shows a card that is not theirs anymore", async () => {
    const { id, token } = await invited();
    const session = sessionOf(await openBy(token));
    await pg()`update cards set owner_id = null where id = ${id}`;
    expect((await read(session, id)).status).toBe(404);
  });

  test("is mailed when a card is activated for somebody, with the store and the amount", async () => {
    const email = uniqueEmail();
    const { ctx } = await createStore({ name: "Corner Bakery" });
    const { id } = await makeCard(ctx, { currency: "EUR", owner: email });
    expect(await mailsTo(email)).toEqual([]);
    await activate(ctx(), { cardId: id, amountCents: 1_250 });
    expect(await mailsTo(email)).toMatchObject([
      {
        template: "card_invitation",
        storeName: "Corner Bakery",
        balanceCents: 1_250,
        currency: "EUR",
        link: expect.stringMatching(/^http:\/\/localhost:3000\/wallet\/open#[\w-]{43}$/),
      },
    ]);
  });
});
