import { randomUUID } from "node:crypto";
import { expect, test } from "../support/test";
import { expectLoaded } from "./person";

test("who signs up is reminded to confirm the address until the link in the mail did, and then may turn two-step sign-in on", async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const email = `ada-${randomUUID()}@example.com`;
  await page.goto("/sign-up");
  await page.getByLabel("Store name").fill("Corner Bakery");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill("a sentence to remember");
  await page.getByRole("button", { name: "Create store" }).click();
  await expect(page).toHaveURL("/overview");
  await expectLoaded(page);
  const reminder = page.getByRole("region", { name: "Confirm your address" });
  await expect(reminder).toContainText(email);

  await page.goto("/settings/security");
  await expect(page.getByRole("button", { name: "Set up" })).toBeDisabled();
  await expect(page.getByText("Confirm your address first")).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText(`A link is on its way to ${email}`)).toBeVisible();

  await page.goto("/dev/mail");
  const links = page.getByRole("listitem").filter({ hasText: email }).getByRole("link");
  await expect(links.first()).toHaveAttribute("href", /\/confirm-address#[\w-]{43}$/);
  const [latest, first] = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? "").filter((link) => link.includes("confirm")),
  );
  // The first one is void; opening the latest confirms nothing yet.
  await page.goto(first ?? "");
  await page.getByRole("button", { name: "It was me: confirm" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.goto("/overview");
  await expect(reminder).toBeVisible();
  await page.goto(latest ?? "");
  await expect(page.getByRole("heading", { name: "Confirm your address" })).toBeVisible();
  await page.getByRole("button", { name: "It was me: confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your store" }).click();
  await expect(page).toHaveURL("/overview");
  await expectLoaded(page);
  await expect(reminder).toHaveCount(0);
  await page.goto("/settings/security");
  await expect(page.getByRole("button", { name: "Set up" })).toBeEnabled();
});
