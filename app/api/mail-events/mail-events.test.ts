import { expect, test } from "vitest";
import { db } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { findSuppression } from "@/lib/domain/mail/suppressions";
import { configure } from "@/lib/testing/configure";
import { createStore } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";
import { POST } from "./route";

const SECRET = "a secret of the mail server";
const params = Promise.resolve({});

const postMailEvent = (body: unknown, authorization?: string) =>
  POST(
    new Request("http://localhost:3000/api/mail-events", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(authorization && { Authorization: authorization }),
      },
      body: JSON.stringify(body),
    }),
    { params },
  );

test("a bounce or a complaint is taken with the secret alone, and stops the mail of every store", async () => {
  const email = uniqueEmail();
  const bounce = { type: "bounce", email: email.toUpperCase() };
  expect((await postMailEvent(bounce, `Bearer ${SECRET}`)).status).toBe(404);
  configure({ MAIL_EVENTS_SECRET: SECRET });
  const { id } = await createStore();
  for (const wrong of [undefined, "Bearer x", `Bearer ${SECRET}x`, SECRET]) {
    expect((await postMailEvent(bounce, wrong)).status).toBe(401);
  }
  expect(await findSuppression(db(), id, email)).toBeNull();
  for (let n = 0; n < 2; n++) {
    expect((await postMailEvent(bounce, `Bearer ${SECRET}`)).status).toBe(200);
    expect(await findSuppression(db(), id, email)).toBe("bounced");
  }
  expect((await postMailEvent({ type: "complaint", email }, `Bearer ${SECRET}`)).status).toBe(200);
  expect(await findSuppression(db(), id, email)).toBe("complained");
  configure({ MAIL_EVENTS_SECRET: "" });
});

test("an invalid mail event is refused", async () => {
  configure({ MAIL_EVENTS_SECRET: SECRET });
  for (const wrong of [
    {},
    { type: "open", email: uniqueEmail() },
    { type: "bounce", email: "x" },
  ]) {
    expect((await postMailEvent(wrong, `Bearer ${SECRET}`)).status).toBe(400);
  }
  configure({ MAIL_EVENTS_SECRET: "" });
});

test("a mail event waits for the key of the database, and is written under no other", async () => {
  await ensureReady();
  const key = process.env.ENCRYPTION_KEY;
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
  configure({ MAIL_EVENTS_SECRET: SECRET, ENCRYPTION_KEY: "6f".repeat(32) });
  const email = uniqueEmail();
  const refused = await postMailEvent({ type: "bounce", email }, `Bearer ${SECRET}`);
  configure({ ENCRYPTION_KEY: key });
  expect(refused.status).toBe(503);
  expect((await postMailEvent({ type: "bounce", email }, `Bearer ${SECRET}`)).status).toBe(200);
  configure({ MAIL_EVENTS_SECRET: "" });
});
