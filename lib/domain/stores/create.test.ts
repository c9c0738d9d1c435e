import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { profileOf } from "@/lib/domain/people/profile";
import { auditOf } from "@/lib/testing/portal";
import { slugOf } from "./create";
import { findMerchant } from "./find";

const anyEmail = () => `owner-${newId()}@example.com`;
const newStoreValues = {
  name: "Corner Bakery",
  email: "ada@example.com",
  password: "a long password",
};

const counts = async () => {
  const [row] = await pg()`select (select count(*)::int from merchants) as merchants,
    (select count(*)::int from users) as users, (select count(*)::int from memberships) as members`;
  return row;
};

test("a new store has an owner who is a person of their own, and an audit row", async () => {
  const made = await createMerchant({
    ...newStoreValues,
    name: "Ada's Books",
    email: " Ada@Example.COM",
    personName: "Ada Lovelace",
    currency: "EUR",
    timeZone: "Europe/Berlin",
  });
  expect(await profileOf(made.merchantId, made.userId)).toEqual({
    user: { id: made.userId, name: "Ada Lovelace", email: "ada@example.com", isConfirmed: true },
    merchant: {
      brandColor: null,
      logoUrl: null,
      id: made.merchantId,
      name: "Ada's Books",
      slug: "ada-s-books",
      currency: "EUR",
      timeZone: "Europe/Berlin",
      scanPrefix: null,
      usualAmountCents: null,
      isConfirmed: true,
      liveMerchantId: null,
      clockOffsetMs: 0,
    },
    role: "owner",
    mayCreateStores: true,
    supportEmail: null,
  });
  expect(await auditOf(made.merchantId)).toMatchObject([
    { action: "merchant.created", actor: "operator" },
  ]);
  expect(await findMerchant("ada-s-books")).toBe(made.merchantId);
  expect(await findMerchant(made.merchantId)).toBe(made.merchantId);
  expect(await findMerchant("nobody")).toBeNull();
});

test("the password is stored as argon2id of 32 MiB, in 2 passes", async () => {
  const { userId } = await createMerchant({ ...newStoreValues, email: anyEmail() });
  const [user] = await pg()`select password_hash as hash from users where id = ${userId}`;
  expect(user?.hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/);
});

test("stores of one name get slugs of their own, also when made at the same time", async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      createMerchant({ ...newStoreValues, name: "Twin", email: anyEmail() }),
    ),
  );
  const slugs = made.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(6);
  expect(slugs).toContain("twin");
});

describe("what is wrong is refused by name and makes nothing", () => {
  test.each([
    ["email", { email: "no address" }],
    ["password", { password: "too short" }],
    ["password", { password: "x".repeat(201) }],
    ["name", { name: "  " }],
    ["name", { name: "x".repeat(101) }],
    ["name", { name: "a\0b" }],
    ["currency", { currency: "usd" }],
    ["timeZone", { timeZone: "Mars/Olympus" }],
    // Zones that browsers accept, but Postgres doesn't know or reads as another zone's fixed offset.
    ["timeZone", { timeZone: "US/Pacific-New" }],
    ["timeZone", { timeZone: "IST" }],
    ["timeZone", { timeZone: "BST" }],
    ["timeZone", { timeZone: "AET" }],
    ["timeZone", { timeZone: "CET" }],
  ])("%s: %j", async (path, wrong) => {
    const before = await counts();
    const making = createMerchant({ ...newStoreValues, email: anyEmail(), ...wrong });
    await expect(making).rejects.toMatchObject({
      code: "invalid_request",
      options: { fields: [{ path }] },
    });
    expect(await counts()).toEqual(before);
  });

  test("an address that has an account, in any spelling, also when two come at once", async () => {
    const email = anyEmail();
    const made = await Promise.allSettled([
      createMerchant({ ...newStoreValues, email }),
      createMerchant({ ...newStoreValues, email: email.toUpperCase() }),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(createMerchant({ ...newStoreValues, email })).rejects.toMatchObject({
      code: "invalid_request",
      options: { fields: [{ path: "email" }] },
    });
    expect(await pg()`select from users where email = ${email}`).toHaveLength(1);
  });
});

test.each([
  ["Corner Bakery", "corner-bakery"],
  ["  Café Zoë & Co. ", "cafe-zoe-co"],
  ["喫茶店", "store"],
  ["x".repeat(80), "x".repeat(48)],
])("the slug of %j is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
