import { beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { log } from "@/lib/base/observe/log";
import { db, pg } from "@/lib/db/client/client";
import { raceToWrite } from "@/lib/testing/locks";
import { useMailServer } from "@/lib/testing/mail-server";
import { createStore } from "@/lib/testing/store";
import { claimMails } from "./jobs";
import { queueMail } from "./mail";
import { mailWorker } from "./send-mails";
import { suppressionHash } from "./suppressions";

const LINK = "https://scrip.example.com/webhooks/1";
const received = useMailServer();
const { inbox } = received;

beforeEach(async () => {
  inbox.length = 0;
  received.refuse = null;
  received.perConnection = null;
  await pg()`delete from outbox`;
});

/** Queues the emails that are sent when a webhook is disabled. Returns the store's id. */
async function queue(...to: string[]): Promise<string> {
  const { id } = await createStore();
  const url = "https://receiver.example.com/hook";
  const error = "Your endpoint responded with 503 after 2.1 s.";
  await db().transaction(async (tx) => {
    for (const address of to) {
      const mail = { to: address, template: "webhook_disabled", url, error, link: LINK } as const;
      await queueMail(tx, id, mail);
    }
  });
  return id;
}

const rows = () => pg()`select status, attempts,
    extract(epoch from next_attempt_at - now())::int as wait_seconds from outbox order by id`;

test("a mail is sent by SMTP with its words, once", async () => {
  await queue("ada@example.com");
  expect(await mailWorker.runDue()).toMatchObject({ sent: 1, failed: 0 });
  expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 0 });
  expect(inbox).toMatchObject([
    {
      to: ["ada@example.com"],
      from: "mail@scrip.example.com",
      mail: { subject: "A webhook was disabled", from: { name: "Scrip" } },
    },
  ]);
  const [sent] = inbox;
  expect(sent?.mail.messageId).toMatch(/^<[0-9a-f-]{36}@/);
  expect(sent?.mail.text).toContain("responded with 503 after 2.1 s");
  expect(sent?.mail.text).toContain(LINK);
  expect(await rows()).toMatchObject([{ status: "done", attempts: 1 }]);
});

const signIn = (to: string) =>
  db().transaction((tx) =>
    queueMail(tx, null, { template: "sign_in", to, link: LINK, language: "en" }),
  );

test("people who wait to sign in, and other stores, are not held up by one store's 25 older mails", async () => {
  await queue(...Array.from({ length: 25 }, (_, n) => `flood-${n}@example.com`));
  await queue("other@example.com");
  await signIn("ada@example.com");
  await mailWorker.runDue();
  const order = inbox.map(({ to }) => to[0]);
  expect(order).toHaveLength(27);
  // Each email is chosen at random: being last is as likely as 25 tosses in a row.
  expect(order.indexOf("ada@example.com")).toBeLessThan(15);
  expect(order.indexOf("other@example.com")).toBeLessThan(26);
});

test("people who wait to sign in come before the mails of many stores", async () => {
  const stores = await Promise.all(Array.from({ length: 12 }, () => createStore()));
  await pg()`insert into outbox (id, merchant_id, kind, payload)
    select gen_random_uuid(), store, 'email', '{}'
    from unnest(${stores.map(({ id }) => id)}::uuid[]) store, generate_series(1, 10)`;
  for (let n = 0; n < 6; n++) await signIn(`person-${n}@example.com`);
  const claimed: (string | null)[] = [];
  // Four of five claims are theirs. Fewer than 6 of 24 are as unlikely as 30 tosses in a row.
  for (let n = 0; n < 24; n++)
    claimed.push(...(await claimMails(1)).map(({ merchantId }) => merchantId));
  expect(claimed.filter((merchantId) => merchantId === null)).toHaveLength(6);
});

test("mails that follow each other share one connection, which is closed after them", async () => {
  await queue(...Array.from({ length: 12 }, (_, n) => `ada-${n}@example.com`));
  const before = received.connections();
  await mailWorker.runDue();
  expect(inbox).toHaveLength(12);
  expect(received.connections() - before).toBeLessThan(2);
  await expect.poll(received.openConnections).toBe(0);
});

test("mails are sent at the first attempt if the server takes only two by each connection", async () => {
  received.perConnection = 2;
  await queue(...Array.from({ length: 7 }, (_, n) => `few-${n}@example.com`));
  expect(await mailWorker.runDue()).toMatchObject({ sent: 7, failed: 0 });
  expect(inbox).toHaveLength(7);
  expect(new Set((await rows()).map(({ attempts }) => attempts))).toEqual(new Set([1]));
});

test("a mail to an address that is undeliverable everywhere is not sent, though it belongs to no store", async () => {
  await pg()`insert into undeliverable_addresses (id, email_hash, sealed_email, reason)
    values (${newId()}, ${suppressionHash("gone@example.com")}, '', 'bounced')`;
  await signIn("gone+again@example.com");
  await signIn("here@example.com");
  expect(await mailWorker.runDue()).toMatchObject({ sent: 1, suppressed: 1 });
  expect(inbox.map(({ to }) => to[0])).toEqual(["here@example.com"]);
});

test("a mail's link waits encrypted, and nothing but its address and kind is kept after, sent or given up", async () => {
  const payload = async () => (await pg()`select payload from outbox`)[0]?.payload;
  const purged = { to: "ada@example.com", template: "webhook_disabled" };
  await queue("ada@example.com");
  received.refuse = () => Object.assign(new Error("try again later"), { responseCode: 451 });
  await mailWorker.runDue();
  expect(await payload()).toMatchObject({ ...purged, link: expect.stringMatching(/^sealed:/) });
  expect(JSON.stringify(await payload())).not.toContain(LINK);
  await pg()`update outbox set attempts = 7, next_attempt_at = now()`;
  await mailWorker.runDue();
  expect(await rows()).toMatchObject([{ status: "failed" }]);
  expect(await payload()).toEqual(purged);
  await pg()`delete from outbox`;
  received.refuse = null;
  received.perConnection = null;
  await queue("ada@example.com");
  await mailWorker.runDue();
  expect(await payload()).toEqual(purged);
});

test("a mail whose transaction is rolled back is never sent", async () => {
  const { id } = await createStore();
  const mail = {
    to: "ada@example.com",
    template: "card_invitation",
    merchantId: id,
    cardId: id,
  } as const;
  const rolledBack = db().transaction(async (tx) => {
    await queueMail(tx, id, mail);
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 0 });
});

test("a mail that the server refuses is tried again after 30 s, 1, 2 … minutes, then given up after eight tries; the others are sent", async () => {
  await queue("ada@example.com");
  received.refuse = () => Object.assign(new Error("try again later"), { responseCode: 451 });
  for (let attempt = 1; attempt <= 8; attempt++) {
    expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 1 });
    expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 0 });
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: attempt, status: attempt === 8 ? "failed" : "pending" });
    const pauseSeconds = 30 * 2 ** (attempt - 1);
    expect(row?.wait_seconds).toBeLessThanOrEqual(pauseSeconds);
    expect(row?.wait_seconds).toBeGreaterThan(pauseSeconds * 0.6);
    await pg()`update outbox set next_attempt_at = now()`;
  }
  expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 0 });
  received.refuse = null;
  received.perConnection = null;
  await queue("bob@example.com");
  expect(await mailWorker.runDue()).toMatchObject({ sent: 1, failed: 0 });
  expect(inbox.flatMap(({ to }) => to)).toEqual(["bob@example.com"]);
});

test("a mail refused once arrives once the server takes it", async () => {
  await queue("ada@example.com");
  let calls = 0;
  received.refuse = () => (++calls === 1 ? new Error("busy") : null);
  expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 1 });
  await pg()`update outbox set next_attempt_at = now()`;
  expect(await mailWorker.runDue()).toMatchObject({ sent: 1, failed: 0 });
  expect(inbox).toHaveLength(1);
});

test("claims at the same time give each of twenty mails to one of them", async () => {
  await queue(...Array.from({ length: 20 }, (_, n) => `person-${n}@example.com`));
  const claims = await raceToWrite("outbox", () =>
    Promise.all(Array.from({ length: 4 }, () => claimMails(20))),
  );
  const ids = claims.flat().map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
});

test("a mail leased by a process that died is sent when its lease ends", async () => {
  await queue("ada@example.com");
  await pg()`update outbox set leased_until = now() + interval '1 minute'`;
  expect(await mailWorker.runDue()).toMatchObject({ sent: 0, failed: 0 });
  await pg()`update outbox set leased_until = now() - interval '1 second'`;
  expect(await mailWorker.runDue()).toMatchObject({ sent: 1, failed: 0 });
});

test("the log has the codes of a failure, and not the message, which can quote the recipient", async () => {
  await queue("ada@example.com");
  const lines = vi.spyOn(log(), "warn");
  const message = "5.1.1 <ada@example.com>: no such user";
  received.refuse = () => Object.assign(new Error(message), { responseCode: 550 });
  await mailWorker.runDue();
  expect(lines.mock.calls).toMatchObject([
    [{ error: { code: "EENVELOPE", responseCode: 550 } }, expect.any(String)],
  ]);
  expect(JSON.stringify(lines.mock.calls)).not.toContain("ada@");
  lines.mockRestore();
});
