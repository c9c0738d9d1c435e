import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { outcomeOf } from "@/lib/testing/requests";
import { consumerWithWallet, storeWithCardMaker, uniqueEmail, visitor } from "@/lib/testing/wallet";

const languageOf = async (id: string) =>
  (await pg()`select language from consumers where id = ${id}`)[0]?.language;

test("a chosen language is kept in the browser, and for the person who is signed in", async () => {
  const reply = await visitor.post("/language", { language: "de" });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("set-cookie")).toMatch(
    /^scrip-language=de; Path=\/; .*Max-Age=31536000/,
  );

  const { id, post } = await consumerWithWallet();
  const other = await consumerWithWallet();
  await post("/language", { language: "fr" });
  expect(await languageOf(id)).toBe("fr");
  expect(await languageOf(other.id)).toBeNull();
});

test("a link to one card, which someone else may have opened, changes nothing for the person", async () => {
  const store = await storeWithCardMaker();
  const email = uniqueEmail();
  const card = await store.card(2_500, email);
  const { id, post } = await consumerWithWallet(email, { merchantId: store.id, cardId: card.id });
  const reply = await post("/language", { language: "es" });
  expect(reply.headers.get("set-cookie")).toMatch(/^scrip-language=es;/);
  expect(await languageOf(id)).toBeNull();
});

test("a language without translations is refused", async () => {
  expect(await outcomeOf(visitor.post("/language", { language: "ja" }))).toBe(
    "400 invalid_request language",
  );
  expect(
    await outcomeOf(visitor.post("/sign-in", { email: `${newId()}@example.com`, language: "ja" })),
  ).toBe("400 invalid_request language");
});
