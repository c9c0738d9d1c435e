import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { waitForLocks } from "@/lib/testing/locks";
import { actionsOf, auditOf, storeWithPeople } from "@/lib/testing/portal";
import type { Caller } from "@/lib/testing/requests";

const rolesOf = async (merchantId: string): Promise<string[]> => {
  const rows = await pg()`select role from memberships
    where merchant_id = ${merchantId} order by role`;
  return rows.map(({ role }) => role);
};

const invite = ({ post }: Caller, email = `${newId()}@example.com`, role = "viewer") =>
  post("/team/invitations", { email, role });
const change = ({ patch }: Caller, id: string, role: string) => patch(`/team/${id}`, { role });
const remove = ({ delete: end }: Caller, id: string) => end(`/team/${id}`);

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
  expect((await change(owner, id, "owner")).body).toEqual({ id, role: "owner" });
  expect((await invite(manager)).status).toBe(201);
  expect((await change(owner, id, "viewer")).status).toBe(200);
  expect((await invite(manager)).status).toBe(403);
  expect((await manager.get("/me")).body.role).toBe("viewer");
  const [entry] = await auditOf(merchantId, "team.role_changed");
  expect(entry?.details.role).toEqual({ from: "manager", to: "owner" });
});

test("a person who is removed, or leaves, is signed out at once, and the log says which", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const [removed, left] = [await join("manager"), await join("viewer")];
  expect((await remove(owner, removed.userId)).status).toBe(200);
  expect((await left.post("/team/leave")).status).toBe(200);
  for (const person of [removed, left]) expect((await person.get("/me")).status).toBe(401);
  expect((await remove(owner, removed.userId)).status).toBe(404);
  const actions = await actionsOf(merchantId);
  expect(actions.filter((action) => action.startsWith("team."))).toEqual([
    "team.removed",
    "team.left",
  ]);
});

describe("pending invitations", () => {
  test.each<[string, (by: Caller, id: string) => Promise<{ status: number }>]>([
    ["removed", remove],
    ["demoted", (by, id) => change(by, id, "manager")],
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

  test("are sent a hundred times an hour from one address, whoever sends them", async () => {
    const [{ owner: one }, { owner: another }] = [await storeWithPeople(), await storeWithPeople()];
    const sent = async (mails: number) => {
      await pg()`update rate_limits set hits = array_fill(hits[1], array[${mails}::int])
        where bucket = 'invitation-mail'`;
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
      await remove(owner, owner.userId),
      await change(owner, owner.userId, "manager"),
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
        () => [change(owner, other.userId, "viewer"), change(other, owner.userId, "viewer")],
        () => [remove(owner, other.userId), remove(other, owner.userId)],
        () => [owner.post("/team/leave"), other.post("/team/leave")],
      ];
      const answers = await Promise.all(pairs[round % 3]?.() ?? []);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await rolesOf(merchantId)).filter((role) => role === "owner")).toHaveLength(1);
    }
  });
});
