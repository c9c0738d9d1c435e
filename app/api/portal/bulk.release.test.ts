import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { disable } from "@/lib/domain/cards/disable";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, csvRowsOf, outcomeOf } from "@/lib/testing/requests";

/** A store with three inactive cards and one each of: active, deactivated, inactive in yen. */
async function storeWithStock() {
  const store = await storeWithPeople();
  const { card, ctx } = store;
  const unsold = [await card({}), await card({}), await card({})].map(({ id }) => id);
  const { id: active } = await card({ amountCents: 4_000 });
  const { id: ended } = await card({ amountCents: 700 });
  await disable(ctx(), { cardId: ended });
  const { id: yen } = await card({ currency: "JPY" });
  return { ...store, unsold, active, ended, yen };
}

const sale = { amountCents: 2_500, currency: "USD" };
const activateAll = ({ post }: Caller, cardUuids: string[], key?: string) =>
  post(
    "/cards/bulk/activate",
    { cardUuids, ...sale },
    key ? { headers: { "Idempotency-Key": key } } : {},
  );
const disableAll = ({ post }: Caller, cardUuids: string[], balance = "keep") =>
  post("/cards/bulk/disable", { cardUuids, balance });
const statesOf = async (ids: string[]) =>
  (
    await pg()`select status, balance_cents::int as cents from cards where id = any(${ids}::uuid[]) order by id`
  ).map(({ status, cents }) => `${status} ${cents}`);

describe("bulk activation", () => {
  test("activates the inactive cards, each with the amount, and names why others were skipped", async () => {
    const { owner, unsold, active, ended, yen } = await storeWithStock();
    const absent = newId();
    const { status, body } = await activateAll(owner, [...unsold, active, ended, yen, absent]);
    expect(status).toBe(200);
    expect(body).toEqual({
      changed: unsold,
      skipped: [
        { cardUuid: active, reason: "card_already_active" },
        { cardUuid: ended, reason: "card_not_active" },
        { cardUuid: yen, reason: "currency_mismatch" },
        { cardUuid: absent, reason: "not_found" },
      ],
    });
    expect(await statesOf(unsold)).toEqual(Array(3).fill("active 2500"));
    expect(await statesOf([active, ended, yen])).toEqual([
      "active 4000",
      "disabled 700",
      "inactive 0",
    ]);
    await expectNoProblems();
  });

  test("sent twice with one key, changes each card once and answers the same; cards that became active otherwise stay skipped", async () => {
    const { owner, unsold, active } = await storeWithStock();
    const key = newId();
    const [first, second] = await Promise.all([
      activateAll(owner, [...unsold, active], key),
      activateAll(owner, [...unsold, active], key),
    ]);
    expect(second.body).toEqual(first.body);
    expect((await activateAll(owner, [...unsold, active], key)).body).toEqual(first.body);
    expect(await outcomeOf(activateAll(owner, unsold, key))).toBe("409 idempotency_key_reused");
    expect(await statesOf(unsold)).toEqual(Array(3).fill("active 2500"));
  });

  test("racing with single activations, activates every card once", async () => {
    const { owner, ctx, unsold } = await storeWithStock();
    const singles = unsold.map((cardId) =>
      activate(ctx(), { cardId, amountCents: 2_500 }).then(
        () => cardId,
        () => null,
      ),
    );
    const [{ body }, ...alone] = await Promise.all([activateAll(owner, unsold), ...singles]);
    expect([...body.changed, ...alone.filter(Boolean)].sort()).toEqual([...unsold].sort());
    expect(await statesOf(unsold)).toEqual(Array(3).fill("active 2500"));
    await expectNoProblems();
  });
});

describe("bulk deactivation", () => {
  test("deactivates the active cards and keeps their balances, and logs each as a single one", async () => {
    const { merchantId, owner, unsold, active, ended } = await storeWithStock();
    const [inactive = ""] = unsold;
    const { body } = await disableAll(owner, [active, ended, inactive]);
    expect(body).toEqual({
      changed: [active],
      skipped: [
        { cardUuid: ended, reason: "card_already_disabled" },
        { cardUuid: inactive, reason: "card_not_active" },
      ],
    });
    expect(await statesOf([active])).toEqual(["disabled 4000"]);
    const entries = await auditOf(merchantId, "card.disabled");
    expect(entries.map(({ subjectId, actor }) => [subjectId, actor])).toContainEqual([
      active,
      `user:${owner.userId}`,
    ]);
    await expectNoProblems();
  });

  test("writes balances off for an owner; a manager is refused before any card changes", async () => {
    const { owner, join, active } = await storeWithStock();
    const manager = await join("manager");
    expect(await outcomeOf(disableAll(manager, [active], "write_off"))).toBe(
      "403 insufficient_scope",
    );
    expect(await statesOf([active])).toEqual(["active 4000"]);
    expect((await disableAll(owner, [active], "write_off")).body.changed).toEqual([active]);
    expect(await statesOf([active])).toEqual(["disabled 0"]);
    await expectNoProblems();
  });
});

describe("bulk freezing", () => {
  test("freezes and unfreezes active cards, and names why others were skipped; sent twice, it answers the same", async () => {
    const { merchantId, owner, unsold, active, ended } = await storeWithStock();
    const [inactive = ""] = unsold;
    const change = (action: "freeze" | "unfreeze", key: string, given = {}) =>
      owner.post(
        `/cards/bulk/${action}`,
        { cardUuids: [active, ended, inactive], ...given },
        { headers: { "Idempotency-Key": key } },
      );
    const skipped = [
      { cardUuid: ended, reason: "card_not_active" },
      { cardUuid: inactive, reason: "card_not_active" },
    ];
    for (const [action, given] of [
      ["freeze", { reason: "Found at the fair" }],
      ["unfreeze", {}],
    ] as const) {
      const key = newId();
      const [first, second] = [await change(action, key, given), await change(action, key, given)];
      expect(first.body).toEqual({ changed: [active], skipped });
      expect(second.body).toEqual(first.body);
      expect((await change(action, newId())).body).toEqual({
        changed: [],
        skipped: [{ cardUuid: active, reason: "unchanged" }, ...skipped],
      });
      expect(
        await auditOf(merchantId, `card.${action === "freeze" ? "frozen" : "unfrozen"}`),
      ).toMatchObject([{ subjectId: active, actor: `user:${owner.userId}` }]);
    }
  });
});

describe("bulk extension", () => {
  test("moves expiration dates of active cards to a later one, never to an earlier one", async () => {
    const { owner, card, unsold, active, ended } = await storeWithStock();
    const [inactive = ""] = unsold;
    const ids = [
      active,
      (await card({ amountCents: 900 })).id,
      (await card({ amountCents: 800 })).id,
    ];
    const dates = ["2099-01-31", "2099-06-30", null];
    for (const [place, id] of ids.entries()) {
      await pg()`update cards set expires_on = ${dates[place] ?? null} where id = ${id}`;
    }
    const extend = (expiresOn: string) =>
      owner.post("/cards/bulk/extend", { cardUuids: [...ids, ended, inactive], expiresOn });

    expect(await outcomeOf(extend("2099-02-30"))).toBe("400 invalid_request expiresOn");
    const { body } = await extend("2099-06-30");
    expect(body).toEqual({
      changed: [active],
      skipped: [
        { cardUuid: ids[1], reason: "unchanged" },
        { cardUuid: ids[2], reason: "unchanged" },
        { cardUuid: ended, reason: "card_not_active" },
        { cardUuid: inactive, reason: "card_not_active" },
      ],
    });
    const rows = await pg()`select expires_on::text as "expiresOn" from cards
      where id = any(${ids}::uuid[]) order by id`;
    expect(rows.map(({ expiresOn }) => expiresOn)).toEqual(["2099-06-30", "2099-06-30", null]);
  });

  test("to a date in the past is refused, and changes no card", async () => {
    const { owner, active } = await storeWithStock();
    await pg()`update cards set expires_on = '2020-01-31' where id = ${active}`;
    const extended = owner.post("/cards/bulk/extend", {
      cardUuids: [active],
      expiresOn: "2020-02-29",
    });
    expect(await outcomeOf(extended)).toBe("400 invalid_request expiresOn");
  });
});

test("a bulk change takes at most 100 cards, and a card named twice counts once", async () => {
  const { owner, unsold } = await storeWithStock();
  const [one = ""] = unsold;
  const many = Array.from({ length: 101 }, newId);
  expect(await outcomeOf(activateAll(owner, many))).toBe("400 invalid_request cardUuids");
  expect(await outcomeOf(disableAll(owner, []))).toBe("400 invalid_request cardUuids");
  expect((await activateAll(owner, [one, one.toUpperCase()])).body.changed).toEqual([one]);
});

test("another store's cards are neither changed nor exported", async () => {
  const [own, other] = [await storeWithStock(), await storeWithStock()];
  const others = ["freeze", "unfreeze", "extend"].map(
    (action) =>
      ({ post }: Caller, cardUuids: string[]) =>
        post(`/cards/bulk/${action}`, {
          cardUuids,
          ...(action === "extend" && { expiresOn: "2099-01-31" }),
        }),
  );
  for (const change of [activateAll, disableAll, ...others]) {
    const { body } = await change(own.owner, [...other.unsold, other.active]);
    expect(body.changed).toEqual([]);
    expect(new Set(body.skipped.map(({ reason }: { reason: string }) => reason))).toEqual(
      new Set(["not_found"]),
    );
  }
  expect(await statesOf([...other.unsold, other.active])).toEqual([
    ...Array(3).fill("inactive 0"),
    "active 4000",
  ]);
  const file = await own.owner.post("/cards/bulk/export", { cardUuids: other.unsold });
  expect(csvRowsOf(file)).toEqual([]);
});

test("the file of a selection has the selected cards, newest first, also for a viewer, and is logged", async () => {
  const { merchantId, join, unsold, active } = await storeWithStock();
  const viewer = await join("viewer");
  const [first = "", , third = ""] = unsold;
  const file = await viewer.post("/cards/bulk/export", { cardUuids: [first, active, third] });
  expect(file.headers.get("content-disposition")).toMatch(
    /"Corner Bakery - cards - \d{4}-\d\d-\d\d\.csv"/,
  );
  expect(csvRowsOf(file).map((row) => row["Card ID"])).toEqual([active, third, first]);
  expect(await auditOf(merchantId, "cards.exported")).toMatchObject([
    { actor: `user:${viewer.userId}`, details: { cards: 3 } },
  ]);
});
