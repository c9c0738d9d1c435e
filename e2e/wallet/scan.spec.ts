import { baseUrl } from "../support/client";
import { fakeCamera } from "../support/fake-camera";
import { expect, test } from "../support/test";
import { openWallet, randomEmail } from "./open-wallet";

test("a card is added to the wallet with the camera", async ({ activeCard }) => {
  const { uuid, code } = await activeCard({ amountCents: 2_500 });
  const camera = await fakeCamera();
  try {
    camera.show(code, "qr");
    const context = await camera.browser.newContext({ baseURL: baseUrl() });
    const page = await context.newPage();
    await openWallet(page, randomEmail(), "/wallet/claim");
    await page.getByRole("button", { name: "Scan code" }).click();
    await expect(page.getByLabel("Card code")).toHaveValue(code);
    await expect(page.getByRole("region", { name: "Scan a code" })).toHaveCount(0);
    await page.getByRole("button", { name: "Add to wallet" }).click();
    await expect(page).toHaveURL(`/wallet/cards/${uuid}`);
  } finally {
    await camera.close();
  }
});
