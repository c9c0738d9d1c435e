import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { outcomeOf } from "@/lib/testing/requests";
import {
  callerAtWallet,
  consumerWithWallet,
  mailedToken,
  storeWithCardMaker,
  uniqueEmail,
  visitor,
} from "@/lib/testing/wallet";

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

test("a language that was chosen before signing in becomes the person's, unless they chose one before", async () => {
  const signInWith = async (email: string, language: string) => {
    await visitor.post("/sign-in", { email });
    const token = await mailedToken(email, "sign_in");
    const cookie = `scrip-language=${language}`;
    return await callerAtWallet({ cookie, origin: "http://localhost:3000" }).post("/open", {
      token,
    });
  };
  const email = uniqueEmail();
  expect((await signInWith(email, "es")).status).toBe(200);
  const { id } = await consumerWithWallet(email);
  expect(await languageOf(id)).toBe("es");
  const { id: chosen, post, email: theirs } = await consumerWithWallet();
  await post("/language", { language: "fr" });
  await signInWith(theirs, "de");
  expect(await languageOf(chosen)).toBe("fr");
});
