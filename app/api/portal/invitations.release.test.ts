import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { waitForLocks } from "@/lib/testing/locks";
import { signInAs } from "@/lib/testing/people";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { anybody, outcomeOf } from "@/lib/testing/requests";
import { mailedToken, mailsTo } from "@/lib/testing/wallet";

const name = "Grace";
const password = "a sentence to remember";

async function storeWithInvitation(role = "manager", email = `${newId()}@example.com`) {
  const store = await storeWithPeople();
  const { status, body } = await store.owner.post("/team/invitations", { email, role });
  expect(status).toBe(201);
  return { ...store, email, id: body.invitation.id, token: await mailedToken(email) };
}

const readBy = (token: string) => anybody.post("/invitations/read", { token });
const acceptBy = (token: string, more: object = { name, password }) =>
  anybody.post("/invitations/accept", { token, ...more });

const rolesOf = async (merchantId: string, email: string): Promise<string[]> => {
  const rows = await pg()`select m.role from memberships m join users u on u.id = m.user_id
    where m.merchant_id = ${merchantId} and u.email = ${email}`;
  return rows.map(({ role }) => role);
};

describe("an invitation", () => {
  test("is a mailed link; its token is stored as a hash only, and is in no log", async () => {
    const { merchantId, email, token } = await storeWithInvitation();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(await mailsTo(email)).toMatchObject([
      {
        template: "team_invitation",
        storeName: "Corner Bakery",
        invitedBy: "Ada",
        link: `http://localhost:3000/invitation#${token}`,
      },
    ]);
    const rows = await pg()`select to_jsonb(i)::text as text from invitations i
      union all select to_jsonb(a)::text from audit_log a where merchant_id = ${merchantId}`;
    for (const { text } of rows) expect(text).not.toContain(token);
  });

  test("sent twice under one Idempotency-Key is one invitation and one mail", async () => {
    const { owner } = await storeWithPeople();
    const body = { email: `${newId()}@example.com`, role: "viewer" };
    const headers = { "Idempotency-Key": newId() };
    const first = await owner.post("/team/invitations", body, { headers });
    expect((await owner.post("/team/invitations", body, { headers })).text).toBe(first.text);
    expect(await mailsTo(body.email)).toHaveLength(1);
  });

  test("to an email that is invited or in the team already is refused", async () => {
    const { owner, join: joinAs, email } = await storeWithInvitation();
    const member = await joinAs("viewer");
    for (const taken of [email, email.toUpperCase(), member.email]) {
      const answer = owner.post("/team/invitations", { email: taken, role: "viewer" });
      expect(await outcomeOf(answer)).toBe("400 invalid_request email");
    }
  });

  test("is shown to anybody who has its link, and reading it accepts nothing", async () => {
    const { merchantId, email, token } = await storeWithInvitation();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await readBy(token);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        storeName: "Corner Bakery",
        role: "manager",
        invitedBy: "Ada",
        email,
        hasAccount: false,
      });
    }
    expect(await rolesOf(merchantId, email)).toEqual([]);
  });

  test("lets a new person in with its role, once", async () => {
    const { merchantId, email, token } = await storeWithInvitation("viewer");
    expect((await acceptBy(token)).body).toEqual({ email });
    expect(await rolesOf(merchantId, email)).toEqual(["viewer"]);
    expect(await signInAs({ email }, { password })).toBe("session");
    expect((await acceptBy(token)).status).toBe(404);
    expect((await readBy(token)).status).toBe(404);
    expect(await auditOf(merchantId, "team.joined")).toMatchObject([
      { details: { email, role: "viewer", invitedBy: "Ada" } },
    ]);
  });

  test("asks a new person for a name and a good password", async () => {
    const { merchantId, email, token } = await storeWithInvitation();
    for (const [path, more] of [
      ["name", { password }],
      ["name", { password, name: " " }],
      ["password", { name, password: "short" }],
      ["password", { name }],
    ] as const) {
      expect(await outcomeOf(acceptBy(token, more))).toBe(`400 invalid_request ${path}`);
    }
    expect(await rolesOf(merchantId, email)).toEqual([]);
  });
});

describe("an invitation of somebody with an account", () => {
  /** A person with an account who is invited to another store. */
  async function returning() {
    const first = await storeWithInvitation();
    await acceptBy(first.token);
    return await storeWithInvitation("viewer", first.email);
  }

  test("is accepted with their password and no other", async () => {
    const { merchantId, email, token } = await returning();
    expect((await readBy(token)).body.hasAccount).toBe(true);
    const wrong = acceptBy(token, { password: "not the password" });
    expect(await outcomeOf(wrong)).toBe("400 invalid_request password");
    expect(await rolesOf(merchantId, email)).toEqual([]);
    expect((await acceptBy(token, { password })).status).toBe(200);
    expect(await rolesOf(merchantId, email)).toEqual(["viewer"]);
  });

  test("accepted twice at once is accepted once", async () => {
    const { id, token } = await returning();
    let answers: ReturnType<typeof acceptBy>[] = [];
    await pg().begin(async (tx) => {
      await tx`select from invitations where id = ${id} for update`;
      answers = [acceptBy(token, { password }), acceptBy(token, { password })];
      await waitForLocks(2);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });

  test("stops after ten wrong passwords", async () => {
    const { token } = await returning();
    const guess = async () => (await acceptBy(token, { password: "guess" })).status;
    for (let time = 0; time < 10; time++) expect(await guess()).toBe(400);
    expect(await guess()).toBe(429);
  });

  test("switches the session of the person who is signed in to the store", async () => {
    const person = await (await storeWithPeople()).join("manager");
    const { merchantId, token } = await storeWithInvitation("viewer", person.email);
    expect((await person.post("/invitations/join", { token })).body).toEqual({ merchantId });
    expect((await person.get("/me")).body).toMatchObject({
      merchant: { id: merchantId },
      role: "viewer",
    });
    expect((await person.post("/invitations/join", { token })).status).toBe(404);
  });

  test("is not for another person who is signed in, and stays open", async () => {
    const { owner, join: joinAs, token } = await storeWithInvitation();
    for (const person of [owner, await joinAs("viewer")])
      expect((await person.post("/invitations/join", { token })).status).toBe(403);
    expect((await readBy(token)).status).toBe(200);
  });
});

describe("a link", () => {
  test("that was sent again, withdrawn or has expired opens nothing", async () => {
    const { merchantId, owner, email, id, token } = await storeWithInvitation();
    const isDead = async (link: string) => {
      expect((await readBy(link)).status).toBe(404);
      expect((await acceptBy(link)).status).toBe(404);
    };
    await owner.post(`/team/invitations/${id}/resend`);
    await isDead(token);
    const second = await mailedToken(email);
    expect(second).not.toBe(token);
    await pg()`update invitations set expires_at = now() where id = ${id}`;
    await isDead(second);
    await owner.post(`/team/invitations/${id}/resend`);
    const third = await mailedToken(email);
    expect((await readBy(third)).status).toBe(200);
    expect((await owner.delete(`/team/invitations/${id}`)).status).toBe(200);
    await isDead(third);
    await isDead("made-up");
    expect((await owner.post(`/team/invitations/${id}/resend`)).status).toBe(404);
    expect((await owner.delete(`/team/invitations/${id}`)).status).toBe(404);
    expect(await rolesOf(merchantId, email)).toEqual([]);
  });

  test("accepted many times at once makes one member, once", async () => {
    const { merchantId, email, token } = await storeWithInvitation();
    const answers = await Promise.all(Array.from({ length: 5 }, () => acceptBy(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await rolesOf(merchantId, email)).toHaveLength(1);
    expect(await auditOf(merchantId, "team.joined")).toHaveLength(1);
  });

  test("withdrawn while it is accepted is either withdrawn or accepted", async () => {
    for (let round = 0; round < 12; round++) {
      const { merchantId, owner, email, id, token } = await storeWithInvitation();
      // Hashing the password takes a while: the withdrawal lands before, during and after it.
      const pause = new Promise((settle) => setTimeout(settle, round * 4));
      const [accepted, withdrawn] = await Promise.all([
        acceptBy(token),
        pause.then(() => owner.delete(`/team/invitations/${id}`)),
      ]);
      expect([accepted.status, withdrawn.status].sort()).toEqual([200, 404]);
      const members = await rolesOf(merchantId, email);
      expect(members).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });
});
