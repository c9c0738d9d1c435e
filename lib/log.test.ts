import { expect, test } from "vitest";
import { db } from "./db/client";
import { users } from "./db/schema/users";
import { safeError } from "./log";

test("what is logged of a failed query holds no parameter of it", async () => {
  const secret = "a password's hash";
  const values = { id: "no uuid", email: "ada@example.com", name: "Ada", passwordHash: secret };
  const error = await db()
    .insert(users)
    .values(values)
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(secret);
  expect(JSON.stringify(safeError(error))).not.toContain(secret);
  expect(safeError(error)).toMatchObject({ code: "22P02" });
});
