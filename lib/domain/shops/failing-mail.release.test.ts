import { expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { textOf } from "@/lib/domain/mail/mail-text";
import { mailContentOf } from "@/lib/domain/mail/templates";
import { addMember } from "@/lib/testing/portal";
import { connectShop } from "@/lib/testing/shop";
import { createStore } from "@/lib/testing/store";
import { recordUnauthorized } from "./health";

const REASON = "Invalid API key\nor access token.";

async function storeWithConnection() {
  const store = await createStore({ name: "Café Ada" });
  const connection = await connectShop(store.id);
  const owners = [await addMember(store.id, "owner"), await addMember(store.id, "owner")];
  await addMember(store.id, "manager");
  const mails = () => pg()<{ id: string; payload: { to: string } }[]>`
    select id, payload from outbox where merchant_id = ${store.id} and kind = 'email' order by id`;
  const takesToken = () => pg()`update platform_connections set status = 'connected'
    where merchant_id = ${store.id}`;
  const saveToken = () => pg()`update platform_connections set updated_at = statement_timestamp()
    where merchant_id = ${store.id}`;
  return { connection, owners, mails, takesToken, saveToken };
}

test("only the owners get an email when a shop refuses its token, once, with its words and where to save a new one", async () => {
  const { connection, owners, mails } = await storeWithConnection();
  await Promise.all(Array.from({ length: 8 }, () => recordUnauthorized(connection, REASON)));
  const told = await mails();
  expect(told.map(({ payload }) => payload.to).sort()).toEqual(
    owners.map(({ email }) => email).sort(),
  );
  const { words } = mailContentOf({ id: "", payload: null, ...told[0] });
  expect(words.subject).toBe("Scrip can't connect to Corner Shop");
  const text = textOf(words);
  expect(text).toContain("Corner Shop, the online shop for Café Ada");
  expect(text).toContain("Its response: “Invalid API key or access token.”");
  expect(text).toContain("retries every 5 minutes");
  expect(text).toMatch(/\/settings\/integrations$/);
});

test("a shop that keeps changing its mind about its token causes one email a day, and one right after a new token", async () => {
  const { connection, mails, takesToken, saveToken } = await storeWithConnection();
  const failAgain = async () => {
    await takesToken();
    await recordUnauthorized(connection, REASON);
    return (await mails()).length;
  };
  expect(await failAgain()).toBe(2);
  expect(await failAgain()).toBe(2);
  await saveToken();
  expect(await failAgain()).toBe(4);
  expect(await failAgain()).toBe(4);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
  try {
    expect(await failAgain()).toBe(6);
  } finally {
    vi.useRealTimers();
  }
});
