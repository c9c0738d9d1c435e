import { expect, onTestFinished, test, vi } from "vitest";
import { newToken } from "@/lib/base/opaque-token";
import { pg } from "@/lib/db/client/client";
import { PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { anybody, outcomeOf } from "@/lib/testing/requests";
import { refuseGuessable } from "./guessable";

/** Slow to estimate: it matches words of dictionaries in many ways. */
const SLOW = "Tr0ub4dor&3qwertyP@ssw0rdmonkeyDragon".repeat(5);
const TURNS = 20;

/** How often the process can do other work until `work` has ended. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const look = () => {
    turns++;
    turn = setImmediate(look);
  };
  let turn = setImmediate(look);
  await work();
  clearImmediate(turn);
  return turns;
}

test("while a password is estimated, the process does its other work", async () => {
  await refuseGuessable(SLOW, []);
  expect(await turnsDuring(() => refuseGuessable(SLOW, []))).toBeGreaterThan(TURNS);
});

test("estimates at once are each answered as they were asked", async () => {
  const asked = ["qwertyuiop", SLOW, "Grace Hopper 06", "wolf lantern orbit plum"];
  const outcomes = await Promise.all(
    asked.map((password) =>
      refuseGuessable(password, ["Grace Hopper"]).then(
        () => "taken",
        () => "refused",
      ),
    ),
  );
  expect(outcomes).toEqual(["refused", "taken", "refused", "taken"]);
});

test("a password is estimated as usual in the moment in which the idle thread ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await refuseGuessable("harbor velvet tin crow", []);
  for (let n = 0; n < 3; n++) {
    vi.runAllTimers();
    await expect(refuseGuessable(`harbor velvet tin crow ${n}`, [])).resolves.toBeUndefined();
  }
});

test("a long list of personal words and a long password cost no more than their start", async () => {
  const words = Array.from({ length: 5_000 }, (_, n) => `word${n}${"x".repeat(100)}`);
  await expect(
    refuseGuessable("lamp violet anchor sun".repeat(400), words),
  ).resolves.toBeUndefined();
});

test("a password that is refused uses up an attempt with the link; one that is set doesn't", async () => {
  await pg()`delete from rate_limits`;
  const { owner } = await storeWithPeople();
  const { token, tokenHash } = newToken();
  await pg()`insert into password_resets (user_id, token_hash, expires_at)
    values (${owner.userId}, ${tokenHash}, now() + interval '10 minutes')`;
  const reset = (password: string) =>
    outcomeOf(anybody.post("/password/reset", { token, password }));
  const attempts = async () =>
    (await pg()`select cardinality(hits) as hits from rate_limits where bucket = 'reset-token'`)[0]
      ?.hits ?? 0;
  for (const password of ["iloveyou123", "1234567890"]) {
    expect(await reset(password)).toBe("400 invalid_request password");
  }
  expect(await attempts()).toBe(2);
  expect(await reset("wolf lantern orbit plum")).toBe("200");
  expect(await attempts()).toBe(2);
});

test("while it is typed, a person is told that a password is easy to guess, also because of who they are", async () => {
  const check = async (password: string, personal: string[] = []) =>
    (await anybody.post("/password/check", { password, personal })).body.isGuessable;
  expect(await check("iloveyou123")).toBe(true);
  expect(await check("wolf lantern orbit plum")).toBe(false);
  expect(await check("quillanvexbrook")).toBe(false);
  expect(await check("quillanvexbrook", ["Quillan Vexbrook"])).toBe(true);
});

test("a signed-in person's refused new passwords use up attempts too", async () => {
  const { owner } = await storeWithPeople();
  const change = (password: string) =>
    outcomeOf(owner.post("/password", { currentPassword: PASSWORD, password }));
  for (let n = 0; n < 10; n++)
    expect(await change("iloveyou123")).toBe("400 invalid_request password");
  expect(await change("wolf lantern orbit plum")).toBe("429 rate_limited");
});
