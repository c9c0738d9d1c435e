import { connectShop } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { caughtUp, pollNow } from "../support/shopify/turn";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const path = "/settings/integrations";
const bare = (code: string) => code.replaceAll("-", "");

test("a shop is connected once it has answered to the token; what it refuses is told at its field", async ({
  page,
  merchant,
  tolerate,
  sql,
}) => {
  tolerate(/status of 400/);
  const shop = await openShop({ name: "Corner Shop" });
  await openAs(page, merchant, path);
  await page.getByRole("button", { name: "Connect Shopify" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Shopify" });
  const [domain, token] = [dialog.getByLabel("Shop domain"), dialog.getByLabel(/access token/)];
  const send = () => dialog.getByRole("button", { name: "Connect" }).click();
  await send();
  await expect(domain).toHaveAccessibleDescription("Enter the shop's domain.");

  await domain.fill("shop.example.com");
  await token.fill(shop.token);
  await send();
  await expect(domain).toHaveAccessibleDescription(/^The address must be the shop's domain/);

  await domain.fill(`https://${shop.address}/admin`);
  await token.fill("shpat_wrong");
  await send();
  await expect(token).toHaveAttribute("aria-invalid", "true");

  await shop.setScopes(["read_gift_cards", "write_gift_cards"]);
  await token.fill(shop.token);
  await send();
  await expect(token).toHaveAccessibleDescription(/write_gift_card_transactions/);
  await expect(token).toHaveAttribute("type", "password");

  await shop.setScopes([
    "read_gift_cards",
    "write_gift_cards",
    "read_gift_card_transactions",
    "write_gift_card_transactions",
  ]);
  await send();
  const connection = page.getByRole("region", { name: "Corner Shop", exact: true });
  await expect(connection).toContainText("Connected");
  await expect(connection).toContainText(shop.address);
  await expect(page.getByText("Corner Shop connected")).toBeVisible();
  const [kept] = await sql`select to_jsonb(c)::text as text from platform_connections c
    where merchant_id = ${merchant.merchantId}`;
  expect(`${kept?.text}${await page.content()}`).not.toContain(shop.token);
});

test("a card that is activated is created in the shop, one of before when asked for, one in another currency not; disconnecting leaves what is there, and a store without a shop sees nothing of one", async ({
  page,
  merchant,
  activeCard,
  sql,
  anotherStore,
}) => {
  test.slow();
  await test.step("a store without a shop", async () => {
    const { uuid } = await activeCard({ amountCents: 2_500 });
    await openAs(page, merchant, `/cards/${uuid}`);
    await expect(page.getByRole("button", { name: "Redeem" })).toBeVisible();
    await expect(page.getByRole("region", { name: /^In / })).toHaveCount(0);
    await page.goto("/reports");
    await expect(page.getByRole("link", { name: "Journal" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Reconciliation" })).toHaveCount(0);
  });

  await test.step("created at activation, or when asked for", async () => {
    const before = await activeCard({ amountCents: 4_000 });
    const shop = await openShop();
    await connectShop(merchant, shop);
    const after = await activeCard({ amountCents: 2_500 });
    await openAs(page, merchant, `/cards/${after.uuid}`);
    const there = page.getByRole("region", { name: "In A shop" });
    await expect(there).toContainText("Created", { timeout: 15_000 });
    await expect(there).toContainText("$25.00");
    expect(await shop.card(bare(after.code))).toMatchObject({ balanceCents: 2_500 });

    await page.goto(`/cards/${before.uuid}`);
    await expect(there).toContainText("can't be spent there yet");
    expect(await shop.card(bare(before.code))).toBeNull();
    await there.getByRole("button", { name: "Create in the shop" }).click();
    await expect(there).toContainText("$40.00", { timeout: 15_000 });
    expect(await shop.card(bare(before.code))).toMatchObject({ balanceCents: 4_000 });
  });

  await test.step("in another currency", async () => {
    const { merchant, api } = await anotherStore();
    await connectShop(merchant, await openShop());
    const { body: card } = await api.post("/cards", { currency: "EUR" });
    await api.post(`/cards/${card.uuid}/activate`, { amountCents: 1_000 });
    await caughtUp(sql, merchant.merchantId);
    await openAs(page, merchant, `/cards/${card.uuid}`);
    const there = page.getByRole("region", { name: "In A shop" });
    await expect(there).toContainText("Not in the shop's currency");
    await expect(there.getByRole("button")).toHaveCount(0);
    await page.goto(path);
    const counts = page.getByRole("region", { name: "Cards in A shop" });
    await expect(counts).toContainText("Failed0");
    await expect(counts).toContainText("In another currency1");
    await expect(counts).toContainText("DifferencesNone");
  });

  await test.step("disconnecting", async () => {
    const { merchant, activeCard } = await anotherStore();
    const shop = await openShop();
    await connectShop(merchant, shop);
    const { uuid, code } = await activeCard({ amountCents: 2_500 });
    await expect.poll(() => shop.card(bare(code)), { timeout: 15_000 }).not.toBeNull();
    await openAs(page, merchant, path);
    await expect(page.getByRole("region", { name: "Cards in A shop" })).toContainText("Created1");
    await page.getByRole("button", { name: "Disconnect" }).click();
    const dialog = page.getByRole("dialog", { name: "Disconnect A shop" });
    await expect(dialog).toContainText("1 card can still be spent in the shop");
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByRole("button", { name: "Connect Shopify" })).toBeVisible();
    expect(await shop.card(bare(code))).toMatchObject({ balanceCents: 2_500, enabled: true });
    await page.goto(`/cards/${uuid}`);
    await expect(page.getByRole("heading", { name: /Card ending in/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "In A shop" })).toHaveCount(0);
  });
});

test("a batch that was active before is created in the shop as a whole, with its progress; cards that are queued are created by themselves", async ({
  page,
  merchant,
  api,
  sql,
  anotherStore,
}) => {
  test.slow();
  await test.step("as a whole", async () => {
    const { body: batch } = await api.post("/batches", {
      name: "Spring",
      quantity: 3,
      currency: "USD",
      cardType: "physical",
    });
    const made = async () => (await api.get(`/batches/${batch.id}`)).body.createdCards;
    await expect.poll(made, { timeout: 20_000 }).toBe(3);
    const { cards } = (await api.get(`/cards?batchId=${batch.id}`)).body;
    for (const { uuid } of cards) await api.post(`/cards/${uuid}/activate`, { amountCents: 1_000 });
    await openAs(page, merchant, `/batches/${batch.id}`);
    const there = page.getByRole("region", { name: "In A shop" });
    await expect(page.getByRole("region", { name: "About this batch" })).toContainText("USD");
    await expect(there).toHaveCount(0);

    const shop = await openShop();
    await connectShop(merchant, shop);
    await page.reload();
    await expect(there).toContainText("0 of 3 cards can be spent there.");
    await expect(there.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
    await there.getByRole("button", { name: "Create in the shop" }).click();
    await expect(there).toContainText("Created", { timeout: 20_000 });
    await expect(there).toContainText("3 cards can be spent there.");
    expect(await shop.cards()).toHaveLength(3);
  });

  await test.step("what is queued", async () => {
    const { merchant, api } = await anotherStore();
    const shop = await openShop();
    await connectShop(merchant, shop);
    const { body: batch } = await api.post("/batches", {
      name: "Summer",
      quantity: 2,
      currency: "USD",
      cardType: "physical",
    });
    const made = async () => (await api.get(`/batches/${batch.id}`)).body.createdCards;
    await expect.poll(made, { timeout: 20_000 }).toBe(2);
    await sql`update platform_connections set paused_until = now() + interval '1 hour'
      where merchant_id = ${merchant.merchantId}`;
    const { cards } = (await api.get(`/cards?batchId=${batch.id}`)).body;
    for (const { uuid } of cards) await api.post(`/cards/${uuid}/activate`, { amountCents: 1_000 });
    await openAs(page, merchant, `/batches/${batch.id}`);
    const there = page.getByRole("region", { name: "In A shop" });
    await expect(there).toContainText("0 of 2 cards can be spent there. 2 are being created.");
    await expect(there.getByRole("button")).toHaveCount(0);
  });
});

test("a shop that refuses its token waits, and goes on with a new one", async ({
  page,
  merchant,
  activeCard,
  sql,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const shop = await openShop();
  await connectShop(merchant, shop);
  await shop.setToken("shpat_new");
  const { code } = await activeCard({ amountCents: 2_500 });
  await pollNow(sql, merchant.merchantId);
  await openAs(page, merchant, path);
  await expect(page.getByText("Nothing reaches A shop.")).toBeVisible();
  await page.getByRole("button", { name: "Replace token" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace the token of A shop" });
  await dialog.getByLabel(/access token/).fill("shpat_old");
  await dialog.getByRole("button", { name: "Replace token" }).click();
  await expect(dialog.getByLabel(/access token/)).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel(/access token/).fill("shpat_new");
  await dialog.getByRole("button", { name: "Replace token" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "A shop", exact: true })).toContainText(
    "Connected",
  );
  await expect
    .poll(async () => (await shop.card(bare(code)))?.balanceCents, { timeout: 20_000 })
    .toBe(2_500);
});
