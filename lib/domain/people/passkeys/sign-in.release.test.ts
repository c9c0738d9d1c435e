import { expect, test, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { log } from "@/lib/base/observe/log";
import { operatorContext } from "@/lib/domain/people/operator";
import { checkSession } from "@/lib/domain/people/sessions";
import { addPasskeyOf } from "@/lib/testing/passkeys";
import { newOwner } from "@/lib/testing/people";
import { signInWithPasskey, startPasskeySignIn } from "./sign-in";

const someBrowser = () => ({ address: newId(), userAgent: "a browser" });

/** A person with a passkey, and the challenge of a sign-in that their browser started. */
async function startedSignIn() {
  const person = await newOwner();
  const device = await addPasskeyOf(person.userId);
  return { person, ...device, ...(await start()) };
}

async function start() {
  const { options, token } = await startPasskeySignIn({
    ...operatorContext(newId()),
    address: newId(),
  });
  return { challenge: options.challenge, token };
}

test("a passkey opens a session that counts as both factors", async () => {
  const { person, answer, challenge, token } = await startedSignIn();
  const opened = await signInWithPasskey({ response: answer({ challenge }), token }, someBrowser());
  expect(opened).toEqual({ userId: person.userId, sessionId: expect.any(String) });
  expect(await checkSession(Object(opened).sessionId)).toMatchObject({ userId: person.userId });
});

test.each<[string, Partial<Parameters<Awaited<ReturnType<typeof addPasskeyOf>>["answer"]>[0]>]>([
  ["for another site", { origin: "https://evil.example" }],
  ["for another relying party", { rpId: "evil.example" }],
  ["with a challenge that was never asked", { challenge: "bm90aGluZw" }],
])("a passkey's answer %s opens nothing", async (_, change) => {
  const { answer, challenge, token } = await startedSignIn();
  const response = answer({ challenge, ...change });
  expect(await signInWithPasskey({ response, token }, someBrowser())).toBeNull();
});

test("a passkey's answer opens nothing in another browser, nor a second time", async () => {
  const { answer, challenge, token } = await startedSignIn();
  const response = answer({ challenge });
  for (const other of [null, "", (await start()).token]) {
    expect(await signInWithPasskey({ response, token: other }, someBrowser())).toBeNull();
  }
  expect(await signInWithPasskey({ response, token }, someBrowser())).not.toBeNull();
  expect(await signInWithPasskey({ response, token }, someBrowser())).toBeNull();
});

test("a copied passkey, whose counter falls behind, opens nothing", async () => {
  const { answer, challenge, token } = await startedSignIn();
  const first = answer({ challenge, counter: 5 });
  expect(await signInWithPasskey({ response: first, token }, someBrowser())).not.toBeNull();
  for (const counter of [5, 4, 0]) {
    const again = await start();
    const response = answer({ challenge: again.challenge, counter });
    expect(await signInWithPasskey({ response, token: again.token }, someBrowser())).toBeNull();
  }
});

test("an answer signed by another passkey opens nothing", async () => {
  const { answer, challenge, token } = await startedSignIn();
  const other = await addPasskeyOf((await newOwner()).userId);
  const response = { ...other.answer({ challenge }), id: answer({ challenge }).id };
  expect(await signInWithPasskey({ response, token }, someBrowser())).toBeNull();
});

test("refused passkey sign-ins leave a log line", async () => {
  const warn = vi.spyOn(log(), "warn").mockClear();
  const { answer, challenge, token } = await startedSignIn();
  const browser = someBrowser();
  const response = answer({ challenge, origin: "https://evil.example" });
  for (let n = 0; n < 60; n++) await signInWithPasskey({ response, token }, browser);
  await expect(signInWithPasskey({ response, token }, browser)).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(warn.mock.lastCall?.[0]).toMatchObject({ event: "sign_in_failed", reason: "throttled" });
});
