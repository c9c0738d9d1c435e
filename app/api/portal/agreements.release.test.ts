import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { transfer } from "@/lib/domain/transfers/transfer";
import { actionsOf, auditOf, storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { mailsTo } from "@/lib/testing/wallet";

const LIMITS = { maxTransferCents: 5_000, maxDayCents: 20_000, maxUnsettledCents: 50_000 };

/** Two stores with a card each, and the outcome of a transfer between them. */
async function twoStores() {
  const [home, away] = [
    await storeWithPeople({ name: "Bakery" }),
    await storeWithPeople({ name: "Books" }),
  ];
  const slugOf = async ({ owner }: typeof home) => (await owner.get("/store")).body.slug as string;
  const from = await home.card({ amountCents: 10_000 });
  const to = await away.card({ amountCents: 1 });
  const send = (amountCents = 100) =>
    transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents }).then(
      () => "done",
      (error) => error.code,
    );
  const propose = async () => {
    const proposal = { slug: await slugOf(away), ...LIMITS };
    return (await home.owner.post("/agreements", proposal)).body.agreement.id as string;
  };
  return { home, away, slugOf, send, propose };
}

test("money moves between two stores only after one proposed and the other's owner accepted", async () => {
  const { home, away, send, propose } = await twoStores();
  expect(await send()).toBe("transfers_not_enabled");

  const id = await propose();
  expect(await send()).toBe("transfers_not_enabled");
  const [mail] = await mailsTo(away.owner.email);
  expect(mail).toMatchObject({ template: "agreement_proposed", otherStoreName: "Bakery" });
  const [proposal] = (await away.owner.get("/agreements")).body.agreements;
  expect(proposal).toMatchObject({ id, status: "proposed", proposedByMe: false });
  expect(proposal).toMatchObject({ maxTransferCents: null, otherLimits: LIMITS });

  const path = `/agreements/${id}/accept`;
  expect(await outcomeOf(home.owner.post(path, LIMITS))).toBe("400 invalid_request");
  const manager = await away.join("manager");
  expect(await outcomeOf(manager.post(path, LIMITS))).toBe("403 insufficient_scope");
  expect(await send()).toBe("transfers_not_enabled");

  const accepted = await away.owner.post(path, { ...LIMITS, maxTransferCents: 300 });
  expect(accepted.body.agreement).toMatchObject({ status: "active", maxTransferCents: 300 });
  expect(await send(300)).toBe("done");
  expect(await send(301)).toBe("transfer_limit_exceeded");
  const viewer = await home.join("viewer");
  expect((await viewer.get("/agreements")).body.agreements).toMatchObject([
    { otherStore: { name: "Books" }, owedByUsCents: 300, otherLimits: { maxTransferCents: 300 } },
  ]);
});

test("either store ends an agreement at once; proposing again needs a new acceptance", async () => {
  const { home, away, send, propose } = await twoStores();
  for (const ender of [home, away]) {
    const id = await propose();
    await away.owner.post(`/agreements/${id}/accept`, LIMITS);
    expect(await send()).toBe("done");
    expect((await ender.owner.post(`/agreements/${id}/end`)).body.agreement.status).toBe("ended");
    expect(await send()).toBe("transfers_not_enabled");
    const again = away.owner.post(`/agreements/${id}/accept`, LIMITS);
    expect(await outcomeOf(again)).toBe("400 invalid_request");
  }
  const [agreement] = (await away.owner.get("/agreements")).body.agreements;
  // What was transferred under both is still owed.
  expect(agreement).toMatchObject({ status: "ended", owedToUsCents: 200 });
});

test("a store sets its own limits only, and records only what it is owed", async () => {
  const { home, away, send, propose } = await twoStores();
  const id = await propose();
  const patched = await away.owner.patch(`/agreements/${id}`, LIMITS);
  expect(await outcomeOf(patched)).toBe("400 invalid_request");
  await away.owner.post(`/agreements/${id}/accept`, LIMITS);
  await home.owner.patch(`/agreements/${id}`, { ...LIMITS, maxTransferCents: 50 });
  const [theirs] = (await away.owner.get("/agreements")).body.agreements;
  expect(theirs).toMatchObject({ ...LIMITS, otherLimits: { maxTransferCents: 50 } });
  expect(await send(51)).toBe("transfer_limit_exceeded");
  expect(await send(50)).toBe("done");

  const pay = (store: typeof home, amountCents: number) =>
    outcomeOf(store.owner.post(`/agreements/${id}/payments`, { amountCents, note: "Wire 7" }));
  expect(await pay(home, 1)).toBe("400 invalid_request amountCents");
  expect(await pay(away, 51)).toBe("400 invalid_request amountCents");
  expect(await pay(away, 50)).toBe("200");
  const recorded = { amountCents: 50, currency: "USD" };
  expect(await auditOf(away.merchantId, "agreement.settled")).toMatchObject([
    { actor: `user:${away.owner.userId}`, details: { ...recorded, note: "Wire 7" } },
  ]);
  const [there] = await auditOf(home.merchantId, "agreement.settled");
  expect(there).toMatchObject({ actor: `store:${away.merchantId}`, details: recorded });
  expect(there?.details).not.toHaveProperty("note");
});

test("a proposal names another store, once, and neither a stranger's nor one's own", async () => {
  const { home, away, slugOf, propose } = await twoStores();
  await propose();
  const proposeTo = (slug: string) =>
    outcomeOf(home.owner.post("/agreements", { slug, ...LIMITS }));
  expect(await proposeTo("no-such-store")).toBe("404 not_found");
  expect(await proposeTo(await slugOf(home))).toBe("400 invalid_request slug");
  expect(await proposeTo(await slugOf(away))).toBe("400 invalid_request slug");
  const back = { slug: await slugOf(home), ...LIMITS };
  expect(await outcomeOf(away.owner.post("/agreements", back))).toBe("400 invalid_request slug");
  expect((await actionsOf(away.merchantId)).filter((one) => one.startsWith("agreement."))).toEqual([
    "agreement.proposed",
  ]);
});

test("short names can't be tried without end: a store proposes at most 20 times a day", async () => {
  const { home } = await twoStores();
  const propose = () =>
    outcomeOf(home.owner.post("/agreements", { slug: "no-such-store", ...LIMITS }));
  for (let n = 0; n < 20; n++) expect(await propose()).toBe("404 not_found");
  expect(await propose()).toBe("429 rate_limited");
});

test("two stores that propose to each other at once have one proposal", async () => {
  const { home, away, slugOf } = await twoStores();
  const [toAway, toHome] = [await slugOf(away), await slugOf(home)];
  const outcomes = await Promise.all([
    outcomeOf(home.owner.post("/agreements", { slug: toAway, ...LIMITS })),
    outcomeOf(away.owner.post("/agreements", { slug: toHome, ...LIMITS })),
  ]);
  expect(outcomes.sort()).toEqual(["201", "400 invalid_request slug"]);
  expect((await home.owner.get("/agreements")).body.agreements).toHaveLength(1);
});

test("a proposal needs a confirmed store, and its retry counts as no second one", async () => {
  const { home, away, slugOf } = await twoStores();
  const proposal = { slug: await slugOf(away), ...LIMITS };
  const propose = (key: string) =>
    home.owner.post("/agreements", proposal, { headers: { "Idempotency-Key": key } });
  await pg()`update merchants set confirmed_at = null where id = ${home.merchantId}`;
  expect(await outcomeOf(propose("first"))).toBe("403 store_not_confirmed");
  await pg()`update merchants set confirmed_at = now() where id = ${home.merchantId}`;
  for (let n = 0; n < 22; n++) expect(await outcomeOf(propose("first"))).toBe("201");
  expect(await mailsTo(away.owner.email)).toHaveLength(1);
});

test("a store that proposes again within a day sends no second mail, and ten mails a day reach a store", async () => {
  const { home, away, slugOf, propose } = await twoStores();
  const mailed = async () =>
    (await mailsTo(away.owner.email)).filter(({ template }) => template === "agreement_proposed")
      .length;
  for (const ender of [home, away]) {
    await ender.owner.post(`/agreements/${await propose()}/end`);
    expect(await mailed()).toBe(1);
  }
  await pg()`update transfer_agreements a set ended_at = earlier.at
    from (select id, ended_at - interval '25 hours' as at from transfer_agreements offset 0) earlier
    where merchant_id = ${home.merchantId} and a.id = earlier.id`;
  await propose();
  expect(await mailed()).toBe(2);
  for (let n = 0; n < 8; n++) {
    const { owner } = await storeWithPeople();
    const answer = await owner.post("/agreements", { slug: await slugOf(away), ...LIMITS });
    expect(answer.status).toBe(201);
  }
  expect(await mailed()).toBe(10);
  const { owner } = await storeWithPeople();
  await owner.post("/agreements", { slug: await slugOf(away), ...LIMITS });
  expect(await mailed()).toBe(10);
});
