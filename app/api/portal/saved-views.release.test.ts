import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { MAX_SAVED_VIEWS } from "@/lib/domain/team/saved-views";
import { asOwner } from "@/lib/testing/database";
import { raceToWrite } from "@/lib/testing/locks";
import { actionsOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";

const view = { list: "cards", name: "Unsold", query: "status=inactive&sort=oldest" };

const save = ({ post }: Caller, given: object = {}) => post("/saved-views", { ...view, ...given });
const namesOf = async ({ get }: Caller, list = "cards"): Promise<string[]> =>
  (await get("/saved-views", { list })).body.views.map(({ name }: { name: string }) => name);

test("a person's views are their own, by list and name; a viewer saves them, too, and nothing is logged", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const viewer = await join("viewer");
  const saved = await save(owner);
  expect([saved.status, saved.body]).toEqual([
    201,
    { id: expect.any(String), name: view.name, query: view.query, isShared: false, isOwn: true },
  ]);
  await save(owner, { name: "All batches", list: "batches", query: "" });
  await save(owner, { name: "Digital" });
  expect((await save(viewer)).status).toBe(201);
  expect(await namesOf(owner)).toEqual(["Digital", "Unsold"]);
  expect(await namesOf(viewer)).toEqual(["Unsold"]);
  expect((await owner.get("/saved-views", { list: "gifts" })).status).toBe(400);
  expect(await actionsOf(merchantId)).not.toContain(expect.stringContaining("view"));
});

test("a view is renamed, updated and deleted by the person who saved it, and by nobody else", async () => {
  const { owner, join } = await storeWithPeople();
  const colleague = await join("owner");
  const { id } = (await save(owner)).body;
  const path = `/saved-views/${id}`;
  for (const answer of [colleague.patch(path, { name: "Mine" }), colleague.delete(path)]) {
    expect(await outcomeOf(answer)).toBe("404 not_found");
  }
  const changed = { id, name: "Stock", query: view.query, isShared: false, isOwn: true };
  expect((await owner.patch(path, { name: "Stock" })).body).toEqual(changed);
  expect((await owner.patch(path, { query: "" })).body).toEqual({ ...changed, query: "" });
  expect((await owner.delete(path)).status).toBe(200);
  expect(await outcomeOf(owner.delete(path))).toBe("404 not_found");
  expect(await namesOf(owner)).toEqual([]);
});

test("a shared view is seen by the whole team, and changed by its maker or an owner alone", async () => {
  const { owner, join } = await storeWithPeople();
  const [manager, other, viewer] = [
    await join("manager"),
    await join("manager"),
    await join("viewer"),
  ];
  const { id } = (await save(manager)).body;
  const path = `/saved-views/${id}`;
  const share = (caller: Caller, at = path) => caller.patch(at, { isShared: true });
  expect(await namesOf(viewer)).toEqual([]);
  expect((await share(manager)).body).toMatchObject({ isShared: true, isOwn: true });
  const seen = (await viewer.get("/saved-views", { list: "cards" })).body.views;
  expect(seen).toEqual([{ id, name: view.name, query: view.query, isShared: true, isOwn: false }]);

  for (const answer of [viewer.patch(path, { name: "Mine" }), other.delete(path)]) {
    expect(await outcomeOf(answer)).toBe("403 insufficient_scope");
  }
  const own = (await save(viewer)).body;
  expect(await outcomeOf(share(viewer, `/saved-views/${own.id}`))).toBe("403 insufficient_scope");

  await save(manager, { name: "Other" });
  expect(await outcomeOf(owner.patch(path, { name: "Other" }))).toBe("400 invalid_request name");
  expect((await owner.patch(path, { name: "Stock" })).body).toMatchObject({ isOwn: false });
  expect(await namesOf(manager)).toEqual(["Other", "Stock"]);
  expect((await owner.patch(path, { isShared: false })).status).toBe(200);
  expect(await outcomeOf(owner.delete(path))).toBe("404 not_found");
  await share(manager);
  expect((await owner.delete(path)).status).toBe(200);
  expect(await namesOf(manager)).toEqual(["Other"]);
});

test("a team shares at most 50 views of a list", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const { userId } = await join("manager");
  await pg()`insert into saved_views (merchant_id, id, user_id, list, name, query, is_shared)
    select ${merchantId}, gen_random_uuid(), ${userId}, 'cards', 'View ' || n, '', true
    from generate_series(1, ${MAX_SAVED_VIEWS}) n`;
  const { id } = (await save(owner)).body;
  const refused = await owner.patch(`/saved-views/${id}`, { isShared: true });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "A team can share up to 50 views of a list. Delete one that you don't use.",
  ]);
  expect((await owner.patch(`/saved-views/${id}`, { name: "Mine" })).status).toBe(200);
  expect(await namesOf(owner)).toHaveLength(MAX_SAVED_VIEWS + 1);
});

test("a team shares at most 50 views of a list, even when several people share one at the same time", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const { userId } = await join("manager");
  await pg()`insert into saved_views (merchant_id, id, user_id, list, name, query, is_shared)
    select ${merchantId}, gen_random_uuid(), ${userId}, 'cards', 'View ' || n, '', true
    from generate_series(2, ${MAX_SAVED_VIEWS}) n`;
  const people: Caller[] = [owner];
  while (people.length < 5) people.push(await join("manager"));
  const paths = await Promise.all(
    people.map(async (person) => `/saved-views/${(await save(person)).body.id}`),
  );
  const answers = await raceToWrite("saved_views", () =>
    Promise.all(people.map((person, n) => person.patch(paths[n] ?? "", { isShared: true }))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
});

test("two views of a list don't share a name, even if both are saved at once", async () => {
  const { owner } = await storeWithPeople();
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(save(owner))));
  expect(outcomes.sort()).toEqual(["201", "400 invalid_request name", "400 invalid_request name"]);
  const { id } = (await save(owner, { name: "Other" })).body;
  expect(await outcomeOf(owner.patch(`/saved-views/${id}`, { name: "Unsold" }))).toBe(
    "400 invalid_request name",
  );
  expect((await owner.patch(`/saved-views/${id}`, { name: "Other" })).status).toBe(200);
  expect((await save(owner, { list: "batches" })).status).toBe(201);
});

test("one more than 50 views of a list is refused, also while others are saved", async () => {
  const { owner } = await storeWithPeople();
  const tries = Array.from({ length: MAX_SAVED_VIEWS + 3 }, (_, n) =>
    save(owner, { name: `${n}` }),
  );
  const answers = await Promise.all(tries);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused.map(({ body }) => body.message)).toEqual(
    Array(3).fill("You can save up to 50 views of a list. Delete one that you don't use."),
  );
  expect(await namesOf(owner)).toHaveLength(MAX_SAVED_VIEWS);
});

test("names and queries that no page makes are refused", async () => {
  const { owner } = await storeWithPeople();
  for (const [given, field] of [
    [{ name: " " }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ name: "a\u202eb" }, "name"],
    [{ query: "a=b c" }, "query"],
    [{ query: "a".repeat(2_001) }, "query"],
    [{ list: "webhooks" }, "list"],
  ] as const) {
    expect(await outcomeOf(save(owner, given))).toBe(`400 invalid_request ${field}`);
  }
});

test("a person who leaves a team, or is removed, leaves no view behind, in test mode either", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const [removed, left] = [await join("manager"), await join("viewer")];
  for (const person of [owner, removed, left]) await save(person);
  const twinId = await testStoreOf(merchantId);
  await pg()`insert into saved_views (merchant_id, id, user_id, list, name, query)
    values (${twinId}, gen_random_uuid(), ${removed.userId}, 'cards', 'Test', '')`;
  await owner.delete(`/team/${removed.userId}`);
  await left.post("/team/leave");
  const rows =
    await pg()`select user_id from saved_views where merchant_id in (${merchantId}, ${twinId})`;
  expect(rows.map((row) => row.user_id)).toEqual([owner.userId]);
});

test("a view of an earlier release that filtered by the last 4 searches for them", async () => {
  const { owner } = await storeWithPeople();
  const queries = ["last4=7K2Q", "status=active&last4=7K2Q&sort=oldest", "status=frozen"];
  for (const query of queries) await save(owner, { name: query, query });
  const statements = readFileSync("drizzle/0005_shared_views.sql", "utf8").split("-->");
  const update = statements.at(-1)?.replace(" statement-breakpoint", "") ?? "";
  await asOwner((sql) => sql.unsafe(update));
  const { views } = (await owner.get("/saved-views", { list: "cards" })).body;
  expect(views.map(({ query }: { query: string }) => query).sort()).toEqual([
    "search=7K2Q",
    "status=active&search=7K2Q&sort=oldest",
    "status=frozen",
  ]);
});
