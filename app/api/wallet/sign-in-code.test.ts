import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { outcomeOf, withoutRequestId } from "@/lib/testing/requests";
import {
  callerAtWallet,
  mailedCode,
  mailedToken,
  uniqueAddress,
  uniqueEmail,
  visitor,
  walletHeaders,
} from "@/lib/testing/wallet";

/** The headers of a browser with this cookie, at an address of its own. */
const headersOf = (cookie: string) => ({
  "x-forwarded-for": uniqueAddress(),
  ...(cookie && { cookie }),
});

/** Asks for a sign-in email, in a new browser or one with a cookie: its cookie, and what the email has. */
async function askFor(email: string, cookie = "") {
  const asked = await visitor.post("/sign-in", { email }, { headers: headersOf(cookie) });
  const browser = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { asked, browser, code: await mailedCode(email), token: await mailedToken(email) };
}

const enter = (email: string, code: string, cookie: string) =>
  visitor.post("/open/code", { email, code }, { headers: headersOf(cookie) });
const openLink = (token: string) => visitor.post("/open", { token }, { headers: headersOf("") });

const WRONG = "400 invalid_request code";
const isWrong = async (answer: ReturnType<typeof enter>) =>
  expect(await outcomeOf(answer)).toBe(WRONG);
/** Another code than this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("the code in a sign-in email", () => {
  test("opens the whole wallet in the browser that asked for it, once, and ends the link", async () => {
    const email = uniqueEmail();
    const { asked, browser, code, token } = await askFor(email);
    expect(asked.headers.get("set-cookie")).toMatch(
      /^scrip-wallet-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(code).toMatch(/^\d{6}$/);
    const opened = await enter(email, `${code.slice(0, 3)} ${code.slice(3)}`, browser);
    expect([opened.status, opened.body]).toEqual([200, { email, cardUuid: null }]);
    const session = /scrip-wallet=([^;]*)/.exec(opened.headers.get("set-cookie") ?? "")?.[1] ?? "";
    const { owner } = (await callerAtWallet(walletHeaders(session)).get("/cards")).body;
    expect(owner).toEqual({ email, onlyCardUuid: null });

    await isWrong(enter(email, code, browser));
    expect(await outcomeOf(openLink(token))).toBe("400 invalid_request token");
  });

  test("ends with the link, used or expired", async () => {
    const [used, expired] = [uniqueEmail(), uniqueEmail()];
    const first = await askFor(used);
    expect((await openLink(first.token)).status).toBe(200);
    await isWrong(enter(used, first.code, first.browser));

    const second = await askFor(expired);
    await inEachBucket(
      () => pg()`update consumer_links set expires_at = now() where email = ${expired}`,
    );
    await isWrong(enter(expired, second.code, second.browser));
  });

  test("is wrong in another browser, in none and for another email, with the response of any wrong code", async () => {
    const [email, other] = [uniqueEmail(), uniqueEmail()];
    const { browser, code } = await askFor(email);
    const { browser: elsewhere } = await askFor(other);
    const answers = [
      await enter(email, otherThan(code), browser),
      await enter(email, code, elsewhere),
      await enter(email, code, ""),
      await enter(email, code, "scrip-wallet-sign-in=made-up"),
      await enter(other, code, browser),
      await enter(uniqueEmail(), code, browser),
    ];
    const seen = answers.map(({ status, text, headers }) => {
      const names = [...headers.keys()].sort().join();
      return `${status} ${names} ${withoutRequestId(text)}`;
    });
    expect(new Set(seen).size).toBe(1);
    expect((await enter(email, code, browser)).status).toBe(200);
  });

  test("can be tried five times, even in parallel; the next email's code works in the same browser", async () => {
    const email = uniqueEmail();
    const { browser, code } = await askFor(email);
    const tries = Array.from({ length: 5 }, () => enter(email, otherThan(code), browser));
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(5).fill(400));
    await isWrong(enter(email, code, browser));
    const next = await askFor(email, browser);
    expect(next.browser).toBe(browser);
    expect((await enter(email, next.code, browser)).status).toBe(200);
  });

  test("opens one session when it is entered eight times in parallel", async () => {
    const email = uniqueEmail();
    const { browser, code } = await askFor(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(email, code, browser)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [row] = await pg()`select count(*)::int as sessions from consumer_sessions s
      join consumers c on c.id = s.consumer_id where c.email = ${email}`;
    expect(row?.sessions).toBe(1);
  });

  test("is stored as a hash that needs our key, and encrypted in its email", async () => {
    const email = uniqueEmail();
    const { code } = await askFor(email);
    const [mail] = await pg()`select payload ->> 'code' as code from outbox
      where payload ->> 'to' = ${email}`;
    expect(mail?.code).toMatch(/^sealed:/);
    const rows = await pg()`select s::text as row from sign_in_codes s
      where code_hash = sha256(convert_to(${code}, 'UTF8')) or s::text like ${`%${code}%`}`;
    expect(rows).toEqual([]);
  });

  test("is guessed thirty times a day for an address, from however many browsers; its link works", async () => {
    const email = uniqueEmail();
    for (let browsers = 0; browsers < 6; browsers++) {
      const { browser, code } = await askFor(email);
      await Promise.all(Array.from({ length: 5 }, () => enter(email, otherThan(code), browser)));
    }
    const { browser, code, token } = await askFor(email);
    await isWrong(enter(email, code, browser));
    expect((await openLink(token)).status).toBe(200);
  });

  test("is guessed sixty times in 15 minutes from one network, with links", async () => {
    const headers = { "x-forwarded-for": uniqueAddress() };
    const guess = () =>
      visitor.post("/open/code", { email: uniqueEmail(), code: "123456" }, { headers });
    const guesses = await Promise.all(Array.from({ length: 61 }, guess));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test.each(["12345", "1234567", "12345x", ""])("can't be %j", async (code) => {
    await isWrong(enter(uniqueEmail(), code, ""));
  });
});
