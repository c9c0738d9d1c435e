import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { signInAs } from "@/lib/testing/people";
import { auditOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { anybody, outcomeOf } from "@/lib/testing/requests";
import { mailedToken, templatesTo } from "@/lib/testing/wallet";

// Every test asks from the same IP address.
beforeEach(() => pg()`delete from rate_limits`);

const anyEmail = () => `ada-${newId()}@example.com`;
const confirm = (by: Pick<typeof anybody, "post">, token: string) =>
  by.post("/account/email/confirm", { token });

describe("a person's own email", () => {
  test("changes when the link to the new one is opened, and keeps the sessions", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const email = anyEmail();
    const started = await owner.post("/account/email", { email, password: PASSWORD });
    expect([started.status, started.body]).toEqual([202, {}]);
    const pending = (await owner.get("/account")).body;
    expect(pending).toMatchObject({ email: owner.email, pendingEmail: email });
    expect(await templatesTo(owner.email)).toEqual(["email_change_requested"]);

    const token = await mailedToken(email, "email_change");
    const answers = await Promise.all([confirm(owner, token), confirm(owner, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const changed = { email, pendingEmail: null, isConfirmed: true };
    expect((await owner.get("/account")).body).toMatchObject(changed);
    expect(await templatesTo(owner.email)).toEqual(["email_change_requested", "email_changed"]);
    expect(await signInAs({ email })).toBe("session");
    expect(await signInAs({ email: owner.email })).not.toBe("session");
    expect(await auditOf(merchantId, "account.email_changed")).toMatchObject([
      { subjectId: owner.userId, details: { email: { from: owner.email, to: email } } },
    ]);
  });

  test("needs the password, and another email than the current one", async () => {
    const { owner } = await storeWithPeople();
    const email = anyEmail();
    const change = (body: object) => outcomeOf(owner.post("/account/email", body));
    expect(await change({ email })).toBe("400 invalid_request password");
    expect(await change({ email, password: "not the password" })).toBe(
      "400 invalid_request password",
    );
    expect(await change({ email: owner.email, password: PASSWORD })).toBe(
      "400 invalid_request email",
    );
    expect(await templatesTo(email)).toEqual([]);
  });

  test("of an account that exists answers and looks the same, and only that account's mailbox hears of it", async () => {
    const [{ owner }, other] = [await storeWithPeople(), await storeWithPeople()];
    const { email } = other.owner;
    const free = await owner.post("/account/email", { email: anyEmail(), password: PASSWORD });
    const taken = await owner.post("/account/email", { email, password: PASSWORD });
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect((await owner.get("/account")).body.pendingEmail).toBe(email);
    expect(await templatesTo(email)).toEqual(["email_change_taken"]);
  });

  test("changes only for the person who asked, whoever opens the link", async () => {
    const [{ owner }, other] = [await storeWithPeople(), await storeWithPeople()];
    const email = anyEmail();
    await owner.post("/account/email", { email, password: PASSWORD });
    const token = await mailedToken(email, "email_change");
    expect(await outcomeOf(anybody.post("/address/confirm", { token }))).toBe(
      "400 invalid_request token",
    );
    expect((await confirm(anybody, token)).status).toBe(401);
    expect(await outcomeOf(confirm(other.owner, token))).toBe("400 invalid_request token");
    expect((await owner.get("/account")).body).toMatchObject({ pendingEmail: email });
    expect((await confirm(owner, token)).status).toBe(200);
  });

  test("that got an account after the link was sent stays with that account", async () => {
    const [{ owner }, other] = [await storeWithPeople(), await storeWithPeople()];
    const email = anyEmail();
    await owner.post("/account/email", { email, password: PASSWORD });
    const token = await mailedToken(email, "email_change");
    await pg()`update users set email = ${email} where id = ${other.owner.userId}`;
    expect(await outcomeOf(confirm(owner, token))).toBe("400 invalid_request token");
    expect((await owner.get("/account")).body.email).toBe(owner.email);
  });

  test.each(["cancelled", "password changed"])("doesn't change once %s", async (how) => {
    const { owner } = await storeWithPeople();
    const email = anyEmail();
    await owner.post("/account/email", { email, password: PASSWORD });
    const token = await mailedToken(email, "email_change");
    if (how === "cancelled") await owner.delete("/account/email");
    else {
      const password = "another long password";
      await owner.post("/password", { currentPassword: PASSWORD, password });
    }
    expect((await owner.get("/account")).body.pendingEmail).toBeNull();
    expect(await outcomeOf(confirm(owner, token))).toBe("400 invalid_request token");
  });
});

test("a person changes their own name, and the team sees it", async () => {
  const { merchantId, join, owner } = await storeWithPeople();
  const viewer = await join("viewer");
  expect((await viewer.patch("/account", { name: " Grace Hopper " })).body.name).toBe(
    "Grace Hopper",
  );
  const { people } = (await owner.get("/team")).body;
  expect(people.map(({ name }: { name: string }) => name)).toEqual(["Ada", "Grace Hopper"]);
  expect(await outcomeOf(viewer.patch("/account", { name: " " }))).toBe("400 invalid_request name");
  expect(await auditOf(merchantId, "account.renamed")).toMatchObject([
    { details: { name: { from: "A viewer", to: "Grace Hopper" } } },
  ]);
});

test("notifications are one's own, for one store", async () => {
  const { owner, join, merchantId } = await storeWithPeople();
  const manager = await join("manager");
  const usual = { webhookDisabled: true, monthlyReport: false, redemptionsFromCents: null };
  expect((await owner.get("/account")).body.notifications).toEqual(usual);
  const wanted = { webhookDisabled: false, redemptionsFromCents: 25_000 };
  const saved = await owner.patch("/account", { notifications: wanted });
  expect(saved.body.notifications).toEqual({ ...usual, ...wanted });
  expect((await manager.get("/account")).body.notifications).toEqual(usual);
  expect(
    await outcomeOf(owner.patch("/account", { notifications: { redemptionsFromCents: 0 } })),
  ).toBe("400 invalid_request notifications.redemptionsFromCents");
  const [entry] = await auditOf(merchantId, "account.notifications_changed");
  expect(entry?.details).toEqual({
    webhookDisabled: { from: true, to: false },
    redemptionsFromCents: { from: null, to: 25_000 },
    currency: "USD",
  });
});
