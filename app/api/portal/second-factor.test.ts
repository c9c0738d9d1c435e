import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { ownerWithTwoStep } from "@/lib/testing/people";
import { addMember, callerOf, storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";

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
    "not a passkey",
  );
  expect((await owner.post("/passkeys", made(body.challenge))).body.message).toContain(
    "took too long",
  );

  await pg()`update users set verified_at = null where id = ${other.userId}`;
  const unconfirmed = other.post("/passkeys/options", { password: "a long enough password" });
  expect(await outcomeOf(unconfirmed)).toBe("400 invalid_request email");
});
