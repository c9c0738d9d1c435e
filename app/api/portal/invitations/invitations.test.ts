import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { signIn } from "@/lib/merchants/sign-in";
import { useTestDatabase } from "@/lib/testing/database";
import { waitForLocks } from "@/lib/testing/locks";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as me from "../me/route";
import * as resend from "../team/invitations/[id]/resend/route";
import * as withdraw from "../team/invitations/[id]/route";
import * as invite from "../team/invitations/route";
import * as accept from "./accept/route";
import * as join from "./join/route";
import * as read from "./read/route";

useTestDatabase();

const name = "Grace";
const password = "a sentence to remember";

/** The token in the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await pg()<{ link: string }[]>`select payload->>'link' as link from outbox
    where payload->>'to' = ${email} order by id desc limit 1`;
  return mail?.link.split("#")[1] ?? "";
}

async function invited(role = "manager", email = `${newId()}@example.com`) {
  const store = await storeWithPeople();
  const { headers } = store.owner;
  const { status, body } = await send(invite, "POST", { headers, body: { email, role } });
  expect(status).toBe(201);
  return { ...store, email, id: body.invitation.id, token: await tokenFor(email) };
}

const membersOf = (merchantId: string, email: string) => pg()`
  select m.role from memberships m join users u on u.id = m.user_id
  where m.merchant_id = ${merchantId} and u.email = ${email}`;

describe("an invitation", () => {
  test("is a mail with a link whose token is kept as a hash alone, and in no answer or log", async () => {
    const { merchantId, owner, email, token } = await invited();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const [mail] = await pg()`select payload from outbox where payload->>'to' = ${email}`;
    expect(mail?.payload).toMatchObject({
      template: "team_invitation",
      storeName: "Corner Bakery",
      invitedBy: "Ada",
      link: `http://localhost:3000/invitation#${token}`,
    });
    const rows = await pg()`select to_jsonb(i)::text as text from invitations i
      union all select to_jsonb(a)::text from audit_log a where merchant_id = ${merchantId}`;
    for (const { text } of rows) expect(text).not.toContain(token);
    expect(owner.userId).toBeTruthy();
  });

  test("sent twice under one Idempotency-Key is one invitation and one mail", async () => {
    const { owner } = await storeWithPeople();
    const headers = { ...owner.headers, "Idempotency-Key": newId() };
    const body = { email: `${newId()}@example.com`, role: "viewer" };
    const [first, second] = [
      await send(invite, "POST", { headers, body }),
      await send(invite, "POST", { headers, body }),
    ];
    expect(second.text).toBe(first.text);
    const [mails] = await pg()`select count(*)::int as n from outbox
      where payload->>'to' = ${body.email}`;
    expect(mails?.n).toBe(1);
  });

  test("to an address that is invited or in the team already is refused: 400 at email", async () => {
    const { owner, join: joinAs, email } = await invited();
    const member = await joinAs("viewer");
    for (const taken of [email, email.toUpperCase(), member.email]) {
      const body = { email: taken, role: "viewer" };
      const answer = await send(invite, "POST", { headers: owner.headers, body });
      expect(answer.status).toBe(400);
      expect(answer.body.fields[0].path).toBe("email");
    }
  });

  test("is told to whoever holds its link, and reading it accepts nothing", async () => {
    const { merchantId, email, token } = await invited();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await send(read, "POST", { body: { token } });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        storeName: "Corner Bakery",
        role: "manager",
        invitedBy: "Ada",
        email,
        hasAccount: false,
      });
    }
    expect(await membersOf(merchantId, email)).toEqual([]);
  });

  test("lets a new person in with the role it gives, once", async () => {
    const { merchantId, email, token } = await invited("viewer");
    const body = { token, name, password };
    expect((await send(accept, "POST", { body })).body).toEqual({ email });
    expect(await membersOf(merchantId, email)).toEqual([{ role: "viewer" }]);
    const browser = { address: "127.0.0.1", userAgent: null };
    expect(await signIn({ email, password }, browser)).toBeTruthy();
    for (const route of [accept, read]) {
      const again = route === accept ? body : { token };
      expect((await send(route, "POST", { body: again })).status).toBe(404);
    }
    const [row] = await pg()`select actor, details from audit_log
      where merchant_id = ${merchantId} and action = 'team.joined'`;
    expect(row).toMatchObject({ details: { email, role: "viewer", invitedBy: "Ada" } });
  });

  test("asks a new person for a name and a password that will do: 400 at the field", async () => {
    const { merchantId, email, token } = await invited();
    for (const [path, body] of [
      ["name", { token, password }],
      ["name", { token, password, name: " " }],
      ["password", { token, name, password: "short" }],
      ["password", { token, name }],
    ] as const) {
      const answer = await send(accept, "POST", { body });
      expect(answer.status).toBe(400);
      expect(answer.body.fields[0].path).toBe(path);
    }
    expect(await membersOf(merchantId, email)).toEqual([]);
  });
});

describe("an invitation of somebody with an account", () => {
  /** Somebody who has an account and is in no team any more, and an invitation of theirs. */
  async function returning() {
    const first = await invited();
    await send(accept, "POST", { body: { token: first.token, name, password } });
    return { first, second: await invited("viewer", first.email) };
  }

  test("is accepted with its password and no other", async () => {
    const { second } = await returning();
    const { merchantId, email, token } = second;
    expect((await send(read, "POST", { body: { token } })).body.hasAccount).toBe(true);
    const wrong = await send(accept, "POST", { body: { token, password: "not the password" } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.fields[0].path).toBe("password");
    expect(await membersOf(merchantId, email)).toEqual([]);
    expect((await send(accept, "POST", { body: { token, password } })).status).toBe(200);
    expect(await membersOf(merchantId, email)).toEqual([{ role: "viewer" }]);
  });

  test("accepted twice at once is accepted once", async () => {
    const { second } = await returning();
    const body = { token: second.token, password };
    let answers: ReturnType<typeof send>[] = [];
    await pg().begin(async (tx) => {
      await tx`select from invitations where id = ${second.id} for update`;
      answers = [send(accept, "POST", { body }), send(accept, "POST", { body })];
      await waitForLocks(2);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });

  test("stops guesses at the password: 429", async () => {
    const { second } = await returning();
    const guess = () => send(accept, "POST", { body: { token: second.token, password: "guess" } });
    for (let time = 0; time < 10; time++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  test("turns the session of who is signed in to the store", async () => {
    const other = await storeWithPeople();
    const person = await other.join("manager");
    const { merchantId, token } = await invited("viewer", person.email);
    const { headers } = person;
    expect((await send(join, "POST", { headers, body: { token } })).body).toEqual({ merchantId });
    const { body } = await send(me, "GET", { headers });
    expect(body).toMatchObject({ merchant: { id: merchantId }, role: "viewer" });
    expect((await send(join, "POST", { headers, body: { token } })).status).toBe(404);
  });

  test("is not for another person who is signed in: 403, and it stays open", async () => {
    const { owner, join: joinAs, token } = await invited();
    for (const { headers } of [owner, await joinAs("viewer")]) {
      expect((await send(join, "POST", { headers, body: { token } })).status).toBe(403);
    }
    expect((await send(join, "POST", { body: { token } })).status).toBe(401);
    expect((await send(read, "POST", { body: { token } })).status).toBe(200);
  });
});

describe("a link", () => {
  test("that was sent again, withdrawn or has expired opens nothing: 404", async () => {
    const { merchantId, owner, email, id, token } = await invited();
    const { headers } = owner;
    const dead = async (link: string) => {
      expect((await send(read, "POST", { body: { token: link } })).status).toBe(404);
      const body = { token: link, name, password };
      expect((await send(accept, "POST", { body })).status).toBe(404);
    };
    await send(resend, "POST", { headers, id });
    await dead(token);
    const second = await tokenFor(email);
    expect(second).not.toBe(token);
    await pg()`update invitations set expires_at = now() where id = ${id}`;
    await dead(second);
    await send(resend, "POST", { headers, id });
    const third = await tokenFor(email);
    expect((await send(read, "POST", { body: { token: third } })).status).toBe(200);
    expect((await send(withdraw, "DELETE", { headers, id })).status).toBe(200);
    await dead(third);
    await dead("made-up");
    expect((await send(resend, "POST", { headers, id })).status).toBe(404);
    expect((await send(withdraw, "DELETE", { headers, id })).status).toBe(404);
    expect(await membersOf(merchantId, email)).toEqual([]);
  });

  test("accepted many times at once makes one member, once", async () => {
    const { merchantId, email, token } = await invited();
    const body = { token, name, password };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(accept, "POST", { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await membersOf(merchantId, email)).toHaveLength(1);
    const [joined] = await pg()`select count(*)::int as n from audit_log
      where merchant_id = ${merchantId} and action = 'team.joined'`;
    expect(joined?.n).toBe(1);
  });

  test("withdrawn while it is accepted: exactly one of both wins", async () => {
    const wins = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { merchantId, owner, email, id, token } = await invited();
      // The password takes its time: the withdrawal comes before, within and after it.
      const pause = new Promise((settle) => setTimeout(settle, round * 4));
      const [accepted, withdrawn] = await Promise.all([
        send(accept, "POST", { body: { token, name, password } }),
        pause.then(() => send(withdraw, "DELETE", { headers: owner.headers, id })),
      ]);
      expect([accepted.status, withdrawn.status].sort()).toEqual([200, 404]);
      const members = await membersOf(merchantId, email);
      expect(members).toHaveLength(accepted.status === 200 ? 1 : 0);
      wins.add(accepted.status === 200 ? "accepted" : "withdrawn");
    }
    expect(wins.size).toBeGreaterThan(0);
  });
});
