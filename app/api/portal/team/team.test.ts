import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as me from "../me/route";
import * as member from "./[id]/route";
import * as resend from "./invitations/[id]/resend/route";
import * as invitation from "./invitations/[id]/route";
import * as invitations from "./invitations/route";
import * as leave from "./leave/route";
import * as team from "./route";

useTestDatabase();

type Headers = Record<string, string>;

const actionsOf = async (merchantId: string) => {
  const rows = await pg()<{ action: string }[]>`select action from audit_log
    where merchant_id = ${merchantId} and action like 'team.%' order by id`;
  return rows.map(({ action }) => action);
};

const rolesOf = async (merchantId: string) => {
  const rows = await pg()<{ role: string }[]>`select role from memberships
    where merchant_id = ${merchantId} order by role`;
  return rows.map(({ role }) => role);
};

const invite = (headers: Headers, email = `${newId()}@example.com`, role = "viewer") =>
  send(invitations, "POST", { headers, body: { email, role } });

describe("the team", () => {
  test("is listed to everybody in it, owners first, with who is pending", async () => {
    const { owner, join } = await storeWithPeople();
    const [viewer, manager] = [await join("viewer"), await join("manager")];
    await invite(owner.headers, "new@example.com", "manager");
    for (const { headers } of [owner, viewer, manager]) {
      const { body } = await send(team, "GET", { headers });
      expect(body.people.map((person: { role: string }) => person.role)).toEqual([
        "owner",
        "manager",
        "viewer",
      ]);
      expect(body.people[0]).toMatchObject({ id: owner.userId, name: "Ada", twoStep: false });
      expect(Date.parse(body.people[2].lastSeenAt)).toBeGreaterThan(Date.now() - 60_000);
      expect(body.invitations).toMatchObject([
        { email: "new@example.com", role: "manager", invitedBy: "Ada" },
      ]);
    }
    expect((await send(team, "GET")).status).toBe(401);
  });

  test.each(["manager", "viewer"] as const)(
    "is changed by no %s: 403, nothing changes",
    async (role) => {
      const { merchantId, owner, join } = await storeWithPeople();
      const { headers } = await join(role);
      const { body } = await invite(owner.headers);
      const id = body.invitation.id;
      const tries = [
        await invite(headers),
        await send(resend, "POST", { headers, id }),
        await send(invitation, "DELETE", { headers, id }),
        await send(member, "PATCH", { headers, id: owner.userId, body: { role: "viewer" } }),
        await send(member, "DELETE", { headers, id: owner.userId }),
      ];
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      expect(await rolesOf(merchantId)).toEqual([role, "owner"].sort());
      expect(await actionsOf(merchantId)).toEqual(["team.invited"]);
    },
  );

  test("of another store is not there: 404 for its people and invitations", async () => {
    const [own, other] = [await storeWithPeople(), await storeWithPeople()];
    const { headers } = own.owner;
    const { body } = await invite(other.owner.headers);
    const id = body.invitation.id;
    const person = other.owner.userId;
    const tries = [
      await send(resend, "POST", { headers, id }),
      await send(invitation, "DELETE", { headers, id }),
      await send(member, "PATCH", { headers, id: person, body: { role: "viewer" } }),
      await send(member, "DELETE", { headers, id: person }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(
      (await send(team, "GET", { headers: other.owner.headers })).body.invitations,
    ).toHaveLength(1);
  });
});

describe("a role", () => {
  test("given is in force with the very next request", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager = await join("manager");
    const change = (role: string) =>
      send(member, "PATCH", { headers: owner.headers, id: manager.userId, body: { role } });
    expect((await change("owner")).body).toEqual({ id: manager.userId, role: "owner" });
    expect((await invite(manager.headers)).status).toBe(201);
    expect((await change("viewer")).status).toBe(200);
    expect((await invite(manager.headers)).status).toBe(403);
    expect((await send(me, "GET", { headers: manager.headers })).body.role).toBe("viewer");
    const [row] = await pg()`select details from audit_log where merchant_id = ${merchantId}
      and action = 'team.role_changed' order by id limit 1`;
    expect(row?.details.role).toEqual({ from: "manager", to: "owner" });
  });

  test.each([
    ["role", { role: "king" }],
    ["role", {}],
    ["name", { role: "viewer", name: "x" }],
  ])("with a wrong %s is refused: 400 (%j)", async (path, body) => {
    const { owner } = await storeWithPeople();
    const answer = await send(member, "PATCH", { headers: owner.headers, id: owner.userId, body });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });
});

describe("a removed person", () => {
  test("is signed out at once, and what they were stays in the log", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager = await join("manager");
    const { headers } = owner;
    expect((await send(member, "DELETE", { headers, id: manager.userId })).status).toBe(200);
    expect((await send(me, "GET", { headers: manager.headers })).status).toBe(401);
    expect((await send(member, "DELETE", { headers, id: manager.userId })).status).toBe(404);
    expect(await actionsOf(merchantId)).toEqual(["team.removed"]);
  });

  test("may have gone oneself", async () => {
    const { merchantId, join } = await storeWithPeople();
    const viewer = await join("viewer");
    expect((await send(leave, "POST", { headers: viewer.headers })).status).toBe(200);
    expect((await send(me, "GET", { headers: viewer.headers })).status).toBe(401);
    expect(await actionsOf(merchantId)).toEqual(["team.left"]);
  });
});

describe("pending invitations", () => {
  test.each<[string, (by: Headers, id: string) => Promise<{ status: number }>]>([
    ["removed", (headers, id) => send(member, "DELETE", { headers, id })],
    ["demoted", (headers, id) => send(member, "PATCH", { headers, id, body: { role: "manager" } })],
  ])("of who is %s are withdrawn with it, and nobody else's", async (_, turnOn) => {
    const { merchantId, owner, join } = await storeWithPeople();
    const other = await join("owner");
    await invite(other.headers, "theirs@example.com");
    await invite(owner.headers, "ours@example.com");
    expect((await turnOn(owner.headers, other.userId)).status).toBe(200);
    const { body } = await send(team, "GET", { headers: owner.headers });
    expect(body.invitations).toMatchObject([{ email: "ours@example.com" }]);
    expect(await actionsOf(merchantId)).toContain("team.invitation_withdrawn");
  });

  test("are neither sent again nor withdrawn by an owner who is demoted meanwhile", async () => {
    for (let round = 0; round < 2; round++) {
      const { merchantId, owner, join } = await storeWithPeople();
      const other = await join("owner");
      const id = (await invite(owner.headers)).body.invitation.id;
      const turn = round % 2 === 0 ? resend : invitation;
      await pg()
        .begin(async (tx) => {
          await tx`select from merchants where id = ${merchantId} for no key update`;
          const late = send(turn, turn === resend ? "POST" : "DELETE", {
            headers: other.headers,
            id,
          });
          const isHeldUp = async () => {
            const [waiting] = await pg()`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
            return waiting?.count === 1;
          };
          await expect.poll(isHeldUp, { interval: 10, timeout: 1_500 }).toBe(true);
          await tx`update memberships set role = 'viewer' where user_id = ${other.userId}`;
          return { late };
        })
        .then(async ({ late }) => expect((await late).status).toBe(403));
    }
  });

  test("are sent a hundred times an hour from one address, whoever sends them", async () => {
    const [one, another] = [await storeWithPeople(), await storeWithPeople()];
    const sent = async (mails: number) => {
      await pg()`update rate_limits set hits = array_fill(hits[1], array[${mails}::int])
        where bucket = 'invitation-mail'`;
    };
    const { id } = (await invite(one.owner.headers)).body.invitation;
    await sent(99);
    expect((await invite(another.owner.headers)).status).toBe(201);
    expect((await invite(another.owner.headers)).status).toBe(429);
    expect((await send(resend, "POST", { headers: one.owner.headers, id })).status).toBe(429);
    await sent(1);
  });
});

describe("the last owner", () => {
  test("can't be removed, demoted or leave: 400, and stays", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    await join("manager");
    const { headers, userId: id } = owner;
    const tries = [
      await send(member, "DELETE", { headers, id }),
      await send(member, "PATCH", { headers, id, body: { role: "manager" } }),
      await send(leave, "POST", { headers }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await rolesOf(merchantId)).toEqual(["manager", "owner"]);
  });

  test("is left when two owners turn on each other at once, in whatever way", async () => {
    for (let round = 0; round < 6; round++) {
      const { merchantId, owner, join } = await storeWithPeople();
      const other = await join("owner");
      const demote = (by: { headers: Headers }, id: string) =>
        send(member, "PATCH", { headers: by.headers, id, body: { role: "viewer" } });
      const expel = (by: { headers: Headers }, id: string) =>
        send(member, "DELETE", { headers: by.headers, id });
      const pairs = [
        () => [demote(owner, other.userId), demote(other, owner.userId)],
        () => [expel(owner, other.userId), expel(other, owner.userId)],
        () => [send(leave, "POST", owner), send(leave, "POST", other)],
      ];
      const answers = await Promise.all(pairs[round % 3]?.() ?? []);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await rolesOf(merchantId)).filter((role) => role === "owner")).toHaveLength(1);
    }
  });
});
