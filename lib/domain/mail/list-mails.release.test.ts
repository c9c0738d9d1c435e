import { expect, test, vi } from "vitest";
import { db, pg } from "@/lib/db/client/client";
import { useDatabasePerTest } from "@/lib/testing/database";
import { queueMail } from "./mail";
import { mailWorker } from "./send-mails";

useDatabasePerTest();

const RESET_MAIL = {
  template: "password_reset",
  to: "ada@example.com",
  link: "http://localhost:3000/reset-password#token",
} as const;

/** What /dev/mail shows with these environment variables, or the error code. */
async function shownWith(variables: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { listMails } = await import("./list-mails");
  const shown = await listMails().catch((error: { code: string }) => error.code);
  vi.unstubAllEnvs();
  return shown;
}

test("kept mail is shown where only this machine can ask, for it holds links that sign in", async () => {
  await db().transaction((tx) => queueMail(tx, null, RESET_MAIL));
  expect(await shownWith({})).toMatchObject([
    { to: RESET_MAIL.to, text: expect.stringContaining("#token") },
  ]);
  expect(await shownWith({ APP_URL: "http://scrip.lan:3000" })).toBe("not_found");
  expect(await shownWith({ APP_URL: "http://localhost:3000" })).toBe("not_found");
  expect(await shownWith({ SMTP_URL: "smtp://localhost" })).toBe("not_found");
});

test("without an SMTP_URL a mail stays in the outbox, untouched", async () => {
  await db().transaction((tx) => queueMail(tx, null, RESET_MAIL));
  const read = () => pg()`select * from outbox`;
  const before = await read();
  expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 0 });
  expect(await read()).toEqual(before);
  expect(before).toMatchObject([{ status: "pending", attempts: 0, leased_until: null }]);
});

test("a kept mail of a later day says when it is to be sent", async () => {
  await db().transaction((tx) => queueMail(tx, null, RESET_MAIL));
  expect(await shownWith({})).toMatchObject([{ sendAt: null }]);
  await pg()`update outbox set next_attempt_at = '2999-01-01T09:00:00Z'`;
  const sendAt = new Date("2999-01-01T09:00:00Z");
  expect(await shownWith({})).toMatchObject([{ sendAt }]);
});
