import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { suppress } from "@/lib/domain/mail/suppressions";
import { signUpPerson } from "@/lib/testing/people";
import { auditOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { anybody, outcomeOf } from "@/lib/testing/requests";
import { mailedToken, templatesTo, uniqueEmail } from "@/lib/testing/wallet";

describe("a store that somebody signed up for", () => {
  const key = (scopes: string[]) => ({ name: "Till", shape: "A", scopes, password: PASSWORD });

  test("can't invite people or create keys that move money until the email is confirmed", async () => {
    const owner = await signUpPerson();
    const invitation = { email: uniqueEmail(), role: "viewer" };
    const invite = () => outcomeOf(owner.post("/team/invitations", invitation));
    const makeKey = (...scopes: string[]) => outcomeOf(owner.post("/keys", key(scopes)));
    expect((await owner.get("/me")).body.merchant.isConfirmed).toBe(false);
    expect(await invite()).toBe("403 store_not_confirmed");
    expect(await makeKey("cards:read", "money:write")).toBe("403 store_not_confirmed");
    expect(await makeKey("cards:read")).toBe("201");
    expect(await templatesTo(invitation.email)).toEqual([]);

    const token = await mailedToken(owner.email, "address_proof");
    await anybody.post("/address/confirm", { token });
    expect((await owner.get("/me")).body.merchant.isConfirmed).toBe(true);
    expect(await invite()).toBe("201");
    expect(await makeKey("cards:read", "money:write")).toBe("201");
  });

  test("is confirmed from the start if its owner's email is", async () => {
    const { owner } = await storeWithPeople();
    const { body } = await owner.post("/stores", { name: "Second bakery" });
    const [row] = await pg()`select confirmed_at from merchants where id = ${body.merchantId}`;
    expect(row?.confirmed_at).not.toBeNull();
  });
});

test("addresses without mail are listed with their reason, and a bounce alone is removed", async () => {
  const { merchantId, owner } = await storeWithPeople();
  const [bounced, unsubscribed] = [uniqueEmail(), uniqueEmail()];
  await suppress(db(), merchantId, bounced, "bounced");
  await suppress(db(), merchantId, unsubscribed, "unsubscribed");
  const list = async () => (await owner.get("/suppressions")).body;
  const { suppressions, total } = await list();
  expect(total).toBe(2);
  expect(suppressions).toMatchObject([
    { email: unsubscribed, reason: "unsubscribed" },
    { email: bounced, reason: "bounced" },
  ]);
  const [kept, removed] = suppressions;
  expect(await outcomeOf(owner.delete(`/suppressions/${kept.id}`))).toBe("400 invalid_request id");
  expect((await owner.delete(`/suppressions/${removed.id}`)).status).toBe(200);
  expect((await list()).total).toBe(1);
  expect(await outcomeOf(owner.delete(`/suppressions/${newId()}`))).toBe("404 not_found");
  expect(await auditOf(merchantId, "mail.bounce_removed")).toMatchObject([
    { details: { email: bounced } },
  ]);
});

test("an invitation to an address that bounced is refused, one to a customer who unsubscribed is not", async () => {
  const { merchantId, owner } = await storeWithPeople();
  const [bounced, unsubscribed] = [uniqueEmail(), uniqueEmail()];
  await suppress(db(), merchantId, bounced, "bounced");
  await suppress(db(), merchantId, unsubscribed, "unsubscribed");
  const invite = (email: string) =>
    outcomeOf(owner.post("/team/invitations", { email, role: "viewer" }));
  expect(await invite(bounced)).toBe("400 invalid_request email");
  expect(await invite(unsubscribed)).toBe("201");
});
