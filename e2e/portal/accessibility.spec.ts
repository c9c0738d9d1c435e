import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

for (const path of ["/sign-in", "/sign-up", "/there-is-no-such-page"]) {
  test(`${path} is sound for everybody`, async ({ page, tolerate }) => {
    test.slow();
    tolerate(/status of 404/);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectSound(page, path);
  });
}

for (const path of ["/cards", "/cards/:uuid", "/transactions", "/settings/api-keys"]) {
  test(`${path} is sound for everybody`, async ({ page, merchant, activeCard }) => {
    test.slow();
    const { uuid } = await activeCard({ amountCents: 5_000 });
    await openAs(page, merchant, path.replace(":uuid", uuid));
    await expectSound(page, path);
  });
}

for (const [path, name] of [
  ["/cards", "Create cards"],
  ["/cards/:uuid", "Redeem"],
  ["/cards/:uuid", "Disable"],
  ["/settings/api-keys", "Create key"],
] as const) {
  test(`the dialog "${name}" is sound for everybody`, async ({ page, merchant, activeCard }) => {
    test.slow();
    const { uuid } = await activeCard({ amountCents: 5_000 });
    await openAs(page, merchant, path.replace(":uuid", uuid));
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page, name);
  });
}
