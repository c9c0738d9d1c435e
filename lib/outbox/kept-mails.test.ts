import { expect, test } from "vitest";
import { db, pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { queueMail } from "./queue-mail";
import { mailWorker } from "./send-mails";

useTestDatabase();

test("without an SMTP_URL a mail stays in the outbox, untouched", async () => {
  await db().transaction((tx) =>
    queueMail(tx, null, {
      to: "ada@example.com",
      template: "webhook_disabled",
      url: "https://receiver.example.com/hook",
      error: "No answer came within 10 s.",
      link: "https://scrip.example.com/webhooks/1",
    }),
  );
  const read = () => pg()`select * from outbox`;
  const before = await read();
  expect(await mailWorker.runDue()).toEqual({ sent: 0, failed: 0 });
  expect(await read()).toEqual(before);
  expect(before).toMatchObject([{ status: "pending", attempts: 0, leased_until: null }]);
});
