import { openSession } from "@/lib/domain/people/sessions";
import { expect, test } from "../support/test";
import { openAs } from "./page-actions";

const iphoneUserAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const firefoxUserAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

test("a team member ends one session, then all the others", { tag: "@journey" }, async ({
  page,
  merchant,
}) => {
  for (const userAgent of [iphoneUserAgent, firefoxUserAgent]) {
    await openSession(merchant, { address: "127.0.0.1", userAgent });
  }
  await openAs(page, merchant, "/settings/security");
  const sessions = page.getByRole("region", { name: "Where you're signed in" });
  const items = sessions.getByRole("listitem");
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText("This browser");
  await expect(items.first().getByRole("button")).toHaveCount(0);
  await expect(items.filter({ hasText: "Firefox on Windows" })).toContainText(
    "last active just now",
  );

  await sessions.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(items).toHaveCount(2);
  await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("1 other session ended.")).toBeVisible();
  await expect(items).toHaveCount(1);
  await page.reload();
  await expect(items).toHaveCount(1);
});
