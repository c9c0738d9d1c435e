import { makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { expectDialogAccessible } from "./a11y";
import { openAs } from "./page-actions";

test("a passkey is added, signs in without email and password, and is removed", async ({
  page,
}) => {
  const store = await makeStore();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await openAs(page, store, "/settings/security");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expectDialogAccessible(page, "adding a passkey");
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
  await page.getByRole("dialog").getByLabel("Password").fill(store.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const passkey = page
    .getByRole("region", { name: "Passkeys" })
    .getByRole("listitem")
    .filter({ hasText: "Work laptop" });
  await expect(passkey).toContainText("not used yet");

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/settings/security");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/settings/security");
  await expect(passkey).toContainText("last used");

  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await expectDialogAccessible(page, "removing a passkey");
  await page.getByRole("dialog").getByLabel("Password").fill(store.password);
  await page.getByRole("button", { name: "Remove passkey" }).click();
  // An open dialog hides the list behind it.
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(passkey).toBeHidden();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey doesn't match any account.")).toBeVisible();
});
