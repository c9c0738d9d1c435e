import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { authenticateKey } from "@/lib/domain/api-keys/authenticate";
import { revokeKey } from "@/lib/domain/api-keys/change";
import { waitForLocks } from "@/lib/testing/locks";
import { actionsOf, auditOf, mailsOfStore, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";

const rolesOf = async (merchantId: string): Promise<string[]> => {
  const rows = await pg()`select role from memberships
    where merchant_id = ${merchantId} order by role`;
  return rows.map(({ role }) => role);
};

const invite = ({ post }: Caller, email = `${newId()}@example.com`, role = "viewer") =>
  post("/team/invitations", { email, role });
const setRole = ({ patch }: Caller, id: string, role: string) => patch(`/team/${id}`, { role });
const removeMember = ({ delete: end }: Caller, id: string) => end(`/team/${id}`);

test("the team is listed to everybody in it, owners first, with pending invitations", async () => {
  const { owner, join } = await storeWithPeople();
  const [viewer, manager] = [await join("viewer"), await join("manager")];
  await invite(owner, "new@example.com", "manager");
  for (const person of [owner, viewer, manager]) {
    const { people, invitations: pending } = (await person.get("/team")).body;
    expect(people).toMatchObject([
      { id: owner.userId, role: "owner", name: "Ada", twoStep: false },
      { id: manager.userId, role: "manager" },
      { id: viewer.userId, role: "viewer" },
    ]);
    expect(Date.parse(people[2].lastSeenAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(pending).toMatchObject([
      { email: "new@example.com", role: "manager", invitedBy: "Ada" },
    ]);
  }
});

test("a role applies from the very next request", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const manager = await join("manager");
  const { userId: id } = manager;
  expect((await setRole(owner, id, "owner")).body).toEqual({ id, role: "owner" });
  expect((await invite(manager)).status).toBe(201);
  expect((await setRole(owner, id, "viewer")).status).toBe(200);
  expect((await invite(manager)).status).toBe(403);
  expect((await manager.get("/me")).body.role).toBe("viewer");
  const [entry] = await auditOf(merchantId, "team.role_changed");
  expect(entry?.details.role).toEqual({ from: "manager", to: "owner" });
});

test("a person who is removed, or leaves, is signed out at once, and the log says which", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const [removed, left] = [await join("manager"), await join("viewer")];
  expect((await removeMember(owner, removed.userId)).status).toBe(200);
  expect((await left.post("/team/leave")).status).toBe(200);
  for (const person of [removed, left]) expect((await person.get("/me")).status).toBe(401);
  expect((await removeMember(owner, removed.userId)).status).toBe(404);
  const actions = await actionsOf(merchantId);
  expect(actions.filter((action) => action.startsWith("team."))).toEqual([
    "team.removed",
    "team.left",
  ]);
});

describe("the keys of a person who is removed", () => {
  type Decision = { id: string; decision: "revoke" | "roll"; overlapHours?: number };
  const removeWith = ({ delete: end }: Caller, id: string, keys: Decision[], proof = {}) =>
    end(`/team/${id}`, { body: { keys, ...proof } });
  const worksWith = async (secret: string) => (await authenticateKey(secret)) !== null;

  /** A store with a member who created two keys, and a key that someone else created. */
  async function storeWithKeysOfMember() {
    const store = await storeWithPeople();
    const member = await store.join("owner");
    const theirs = store.ctx(`user:${member.userId}`);
    const [first, second] = [await newKey(theirs), await newKey(theirs, { name: "Till 2" })];
    const other = await newKey(store.ctx(`user:${store.owner.userId}`));
    await revokeKey(store.ctx(), { keyId: (await newKey(theirs)).key.id });
    return { ...store, member, first, second, other };
  }

  test("are each to be decided about, or nothing changes", async () => {
    const { owner, member, first, second } = await storeWithKeysOfMember();
    const answers = [
      await removeMember(owner, member.userId),
      await removeWith(owner, member.userId, [{ id: first.key.id, decision: "revoke" }]),
    ];
    for (const answer of answers) {
      expect(await outcomeOf(answer)).toBe("400 invalid_request keys");
      expect(answer.body.keys.map(({ id }: { id: string }) => id)).toEqual([
        first.key.id,
        second.key.id,
      ]);
    }
    expect((await member.get("/me")).status).toBe(200);
    expect(await worksWith(first.secret)).toBe(true);
  });

  test("are revoked or rolled at once, and the new key is shown to the owner alone", async () => {
    const { merchantId, owner, member, first, second, other } = await storeWithKeysOfMember();
    const keys: Decision[] = [
      { id: first.key.id, decision: "revoke" },
      { id: second.key.id, decision: "roll" },
    ];
    const unproven = removeWith(owner, member.userId, keys);
    expect(await outcomeOf(unproven)).toBe("400 invalid_request password");
    const { status, body } = await removeWith(owner, member.userId, keys, { password: PASSWORD });
    expect(status).toBe(200);
    expect(body.rolled).toMatchObject([
      { key: { name: "Till 2", createdById: owner.userId }, secret: expect.any(String) },
    ]);
    expect([await worksWith(first.secret), await worksWith(second.secret)]).toEqual([false, false]);
    expect([await worksWith(body.rolled[0].secret), await worksWith(other.secret)]).toEqual([
      true,
      true,
    ]);
    expect(await actionsOf(merchantId)).toEqual(
      expect.arrayContaining(["api_key.revoked", "api_key.rolled", "team.removed"]),
    );
  });

  test("can keep working for a while after they are rolled", async () => {
    const { owner, member, first, second } = await storeWithKeysOfMember();
    const keys = [first, second].map(({ key }) => ({
      id: key.id,
      decision: "roll" as const,
      overlapHours: 24,
    }));
    const { body } = await removeWith(owner, member.userId, keys, { password: PASSWORD });
    const secrets = body.rolled.map(({ secret }: { secret: string }) => secret);
    expect(new Set(secrets.map((secret: string) => secret.slice(33, -6))).size).toBe(2);
    for (const secret of [first.secret, second.secret, ...secrets])
      expect(await worksWith(secret)).toBe(true);
  });

  test("are named to the owners when the person leaves", async () => {
    const { merchantId, member, owner, first } = await storeWithKeysOfMember();
    expect((await member.post("/team/leave")).status).toBe(200);
    const mails = await mailsOfStore(merchantId, "api_keys_left");
    expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    expect(mails[0]?.text).toContain(`Till 1 (…${first.key.last4}), Till 2 (`);
  });

  test("are named to the owners when the person gets a role that allows less", async () => {
    const { merchantId, member, owner, first } = await storeWithKeysOfMember();
    expect((await setRole(owner, member.userId, "manager")).status).toBe(200);
    expect((await setRole(owner, member.userId, "owner")).status).toBe(200);
    const mails = await mailsOfStore(merchantId, "api_keys_left");
    expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    expect(mails[0]?.text).toContain("is now a manager but may still have these active API keys");
    expect(mails[0]?.text).toContain(`Till 1 (…${first.key.last4}), Till 2 (`);
  });

  test("are only revoked by somebody who removes themselves", async () => {
    const { member, first, second } = await storeWithKeysOfMember();
    const all = (decision: Decision["decision"]) =>
      [first, second].map(({ key: { id } }) => ({ id, decision }));
    const rolled = removeWith(member, member.userId, all("roll"), { password: PASSWORD });
    expect(await outcomeOf(rolled)).toBe("400 invalid_request keys");
    expect((await removeWith(member, member.userId, all("revoke"))).status).toBe(200);
    expect(await worksWith(first.secret)).toBe(false);
  });
});

describe("pending invitations", () => {
  test.each<[string, (by: Caller, id: string) => Promise<{ status: number }>]>([
    ["removed", removeMember],
    ["demoted", (by, id) => setRole(by, id, "manager")],
  ])("of an owner who is %s are withdrawn, and nobody else's", async (_, end) => {
    const { merchantId, owner, join } = await storeWithPeople();
    const other = await join("owner");
    await invite(other, "theirs@example.com");
    await invite(owner, "ours@example.com");
    expect((await end(owner, other.userId)).status).toBe(200);
    const { body } = await owner.get("/team");
    expect(body.invitations).toMatchObject([{ email: "ours@example.com" }]);
    expect(await actionsOf(merchantId)).toContain("team.invitation_withdrawn");
  });

  test.each<[string, (by: Caller, id: string) => Promise<{ status: number }>]>([
    ["sent again", ({ post }, id) => post(`/team/invitations/${id}/resend`)],
    ["withdrawn", ({ delete: end }, id) => end(`/team/invitations/${id}`)],
  ])("are not %s by an owner who is demoted meanwhile", async (_, turn) => {
    const { merchantId, owner, join } = await storeWithPeople();
    const other = await join("owner");
    const { id } = (await invite(owner)).body.invitation;
    let late: ReturnType<typeof turn> | undefined;
    await pg().begin(async (tx) => {
      await tx`select from merchants where id = ${merchantId} for no key update`;
      late = turn(other, id);
      await waitForLocks();
      await tx`update memberships set role = 'viewer' where user_id = ${other.userId}`;
    });
    expect((await late)?.status).toBe(403);
  });

  test("are sent at most a hundred times an hour from one address, by all its people together", async () => {
    const [{ owner: one }, { owner: another }] = [await storeWithPeople(), await storeWithPeople()];
    const sent = async (mails: number) => {
      await inEachBucket(
        () => pg()`update rate_limits set hits = array_fill(hits[1], array[${mails}::int])
          where bucket = 'invitation-mail'`,
      );
    };
    const { id } = (await invite(one)).body.invitation;
    await sent(99);
    expect((await invite(another)).status).toBe(201);
    expect((await invite(another)).status).toBe(429);
    expect((await one.post(`/team/invitations/${id}/resend`)).status).toBe(429);
    await sent(1);
  });
});

describe("the last owner", () => {
  test("can't be removed, demoted or leave", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    await join("manager");
    const tries = [
      await removeMember(owner, owner.userId),
      await setRole(owner, owner.userId, "manager"),
      await owner.post("/team/leave"),
    ];
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await rolesOf(merchantId)).toEqual(["manager", "owner"]);
  });

  test("stays when two owners demote or remove each other, or leave, at once", async () => {
    for (let round = 0; round < 6; round++) {
      const { merchantId, owner, join } = await storeWithPeople();
      const other = await join("owner");
      const pairs = [
        () => [setRole(owner, other.userId, "viewer"), setRole(other, owner.userId, "viewer")],
        () => [removeMember(owner, other.userId), removeMember(other, owner.userId)],
        () => [owner.post("/team/leave"), other.post("/team/leave")],
      ];
      const answers = await Promise.all(pairs[round % 3]?.() ?? []);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await rolesOf(merchantId)).filter((role) => role === "owner")).toHaveLength(1);
    }
  });
});
