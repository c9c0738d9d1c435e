import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { removeSecondFactorsOf } from "@/lib/domain/people/totp/turn-off";
import { addPasskeyOf } from "@/lib/testing/passkeys";
import { codeOf, newOwner, ownerWithTwoStep } from "@/lib/testing/people";
import {
  actionsOf,
  addMember,
  auditOf,
  callerOf,
  PASSWORD,
  storeWithPeople,
} from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { mailsTo } from "@/lib/testing/wallet";

test("a store that requires a second factor leads people without one to set it up, and nowhere else", async () => {
  const { person: owner } = await ownerWithTwoStep();
  const member = await callerOf(await addMember(owner.merchantId, "manager"));
  expect(await outcomeOf(member.get("/cards"))).toBe("200");
  expect((await owner.patch("/store", { requiresSecondFactor: true })).body).toMatchObject({
    requiresSecondFactor: true,
  });
  for (const path of ["/cards", "/store", "/audit", "/api/v1/cards"]) {
    expect(await outcomeOf(member.get(path)), path).toBe("403 second_factor_required");
  }
  for (const path of ["/me", "/security", "/passkeys", "/stores"]) {
    expect(await outcomeOf(member.get(path)), path).toBe("200");
  }
  expect(await outcomeOf(owner.get("/cards"))).toBe("200");

  await pg()`update user_sessions set has_passkey = true where id = ${member.sessionId}`;
  expect(await outcomeOf(member.get("/cards"))).toBe("200");
});

test("only an owner with a second factor can require it", async () => {
  const { owner, join } = await storeWithPeople();
  const manager = await join("manager");
  const change = { requiresSecondFactor: true };
  expect(await outcomeOf(owner.patch("/store", change))).toBe(
    "400 invalid_request requiresSecondFactor",
  );
  expect(await outcomeOf(manager.patch("/store", change))).toBe("403 insufficient_scope");
});

test("a passkey needs the password, a challenge of this session, and a confirmed email", async () => {
  const { owner, join } = await storeWithPeople();
  const other = await join("manager");
  const options = { password: "not the password" };
  expect(await outcomeOf(owner.post("/passkeys/options", options))).toBe(
    "400 invalid_request password",
  );
  const made = (challenge: string) => {
    const data = { type: "webauthn.create", challenge, origin: "http://localhost:3000" };
    const clientDataJSON = Buffer.from(JSON.stringify(data)).toString("base64url");
    return { name: "Laptop", response: { id: newId(), response: { clientDataJSON } } };
  };
  expect((await owner.post("/passkeys", made("nothing"))).body.message).toContain("took too long");
  const { body } = await owner.post("/passkeys/options", { password: "a long enough password" });
  expect((await other.post("/passkeys", made(body.challenge))).body.message).toContain(
    "took too long",
  );
  // The right session uses the challenge up, although what it sent is no passkey.
  expect((await owner.post("/passkeys", made(body.challenge))).body.message).toContain(
    "not a valid passkey",
  );
  expect((await owner.post("/passkeys", made(body.challenge))).body.message).toContain(
    "took too long",
  );

  await pg()`update users set verified_at = null where id = ${other.userId}`;
  const unconfirmed = other.post("/passkeys/options", { password: "a long enough password" });
  expect(await outcomeOf(unconfirmed)).toBe("400 invalid_request email");
});

/** What needs the person's second factor, with the password alone. */
const guarded = ({ post }: Awaited<ReturnType<typeof newOwner>>, passkeyId: string) => ({
  "adding a passkey": () => post("/passkeys/options", { password: PASSWORD }),
  "setting up two-step sign-in": () => post("/totp/set-up", { password: PASSWORD }),
  "creating a money key": () => post("/keys", { name: "Till", preset: "till", password: PASSWORD }),
  "removing the passkey": () => post(`/passkeys/${passkeyId}/remove`, { password: PASSWORD }),
});

test("somebody who only knows the password of an account with a passkey changes no factor and makes no money key", async () => {
  const person = await newOwner();
  const { passkeyId } = await addPasskeyOf(person.userId);
  const thief = guarded(await callerOf(person), passkeyId);
  for (const [what, attempt] of Object.entries(thief)) {
    expect(await outcomeOf(attempt()), what).toBe("403 second_factor_required");
  }
  await pg()`update user_sessions set has_passkey = true where id = ${person.sessionId}`;
  for (const [what, attempt] of Object.entries(guarded(person, passkeyId))) {
    expect(String((await attempt()).status), what).toMatch(/^20/);
  }
});

test("with two-step sign-in, a passkey is removed with a code", async () => {
  const { person, secret } = await ownerWithTwoStep();
  const { passkeyId } = await addPasskeyOf(person.userId);
  const remove = (proof: object) => person.post(`/passkeys/${passkeyId}/remove`, proof);
  expect(await outcomeOf(remove({ password: PASSWORD }))).toBe("400 invalid_request code");
  expect((await remove({ password: PASSWORD, code: codeOf(secret) })).status).toBe(200);
});

test("removing a passkey ends the person's other sessions, which it may have opened", async () => {
  const person = await newOwner();
  const { passkeyId } = await addPasskeyOf(person.userId);
  const lost = await callerOf(person);
  await pg()`update user_sessions set has_passkey = true where user_id = ${person.userId}`;
  const removed = await person.post(`/passkeys/${passkeyId}/remove`, { password: PASSWORD });
  expect(removed.status).toBe(200);
  expect(await outcomeOf(lost.get("/me"))).toBe("401 unauthorized");
  expect((await person.get("/me")).status).toBe(200);
  const [entry] = await auditOf(person.merchantId, "passkey.removed");
  expect(entry?.details).toEqual({ name: "Phone", sessionsEnded: 1 });
});

test("the operator removes the passkeys of a person who lost their device", async () => {
  const person = await newOwner();
  await addPasskeyOf(person.userId);
  await addPasskeyOf(person.userId);
  const { userId, email, merchantId } = person;
  expect(await removeSecondFactorsOf(email)).toEqual({ userId, passkeysRemoved: 2 });
  expect(await outcomeOf(person.get("/me"))).toBe("401 unauthorized");
  expect((await mailsTo(email)).map(({ change }) => change)).toEqual(["removed", "removed"]);
  expect(await actionsOf(merchantId)).toContain("passkey.removed");
  expect(await actionsOf(merchantId)).not.toContain("totp.disabled");
  const again = await callerOf(person);
  expect((await again.post("/passkeys/options", { password: PASSWORD })).status).toBe(200);
  await expect(removeSecondFactorsOf(email)).rejects.toMatchObject({ code: "invalid_request" });
});
