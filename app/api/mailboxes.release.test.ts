import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { newOwner } from "@/lib/testing/people";
import { PASSWORD } from "@/lib/testing/portal";
import { anybody, type Caller } from "@/lib/testing/requests";
import { mailsTo, uniqueAddress, visitor } from "@/lib/testing/wallet";

beforeEach(() => inEachBucket(() => pg()`delete from rate_limits`));

/** Addresses of one mailbox that nobody else has, each written in another way. */
function addressesOfOneMailbox(count: number): string[] {
  const name = `m${newId().replaceAll("-", "")}`;
  return Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? `${name}+till-${n}@gmail.com`
      : `${name.slice(0, n + 1)}.${name.slice(n + 1)}@googlemail.com`,
  );
}

async function mailsToAll(addresses: string[], template: string): Promise<number> {
  const mails = await Promise.all(addresses.map(mailsTo));
  return mails.flat().filter((mail) => mail.template === template).length;
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

test("a mailbox gets the sign-in links of one address, however its address is written", async () => {
  const addresses = addressesOfOneMailbox(9);
  const headers = { "x-forwarded-for": uniqueAddress() };
  for (const email of addresses) await visitor.post("/sign-in", { email }, { headers });
  expect(await mailsToAll(addresses, "sign_in")).toBe(5);
});

test("a mailbox gets twenty confirmation links of new accounts an hour, then sign-up is refused", async () => {
  const addresses = addressesOfOneMailbox(23);
  const wanted = { storeName: "Kiosk", name: "Eve", password: PASSWORD, currency: "EUR" };
  const answers = await Promise.all(
    addresses.map((email) => anybody.post("/sign-up", { ...wanted, email })),
  );
  expect(statusesOf(answers)).toEqual([...Array(20).fill(202), ...Array(3).fill(429)]);
  expect(await mailsToAll(addresses, "address_proof")).toBe(20);
});

test("a mailbox gets five links an hour from people who change their email to it", async () => {
  const addresses = addressesOfOneMailbox(6);
  const change = async (email: string): Promise<{ status: number }> => {
    const person: Caller = await newOwner();
    return await person.post("/account/email", { email, password: PASSWORD });
  };
  const answers = await Promise.all(addresses.map(change));
  expect(statusesOf(answers)).toEqual([202, 202, 202, 202, 202, 429]);
  expect(await mailsToAll(addresses, "email_change")).toBe(5);
});

test("a mailbox with several accounts gets the password links of one", async () => {
  const addresses = addressesOfOneMailbox(8);
  for (const email of addresses) await createMerchant({ name: "Kiosk", email, password: PASSWORD });
  const headers = { "x-forwarded-for": uniqueAddress() };
  for (const email of addresses) await anybody.post("/password/forgot", { email }, { headers });
  expect(await mailsToAll(addresses, "password_reset")).toBe(5);
});
