import { readdirSync } from "node:fs";
import type { Role } from "@/lib/context";
import { makePerson, type Store } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { violationsOf } from "./sound";

const folder = "app/(portal)";

/** Every page of the portal as its folder spells it, such as `/cards/[uuid]`. */
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`)
  .sort();

/** What stands for a part of an address that names something: the test's own. */
type Filled = Record<string, string>;

/** A page's address; fails for a new kind of page, so that this list learns of it. */
function addressOf(page: string, filled: Filled): string {
  return page.replace(/(\/[\w-]+)\/\[(\w+)\]/g, (_, area: string, name: string) => {
    const value = filled[`${area}/[${name}]`];
    if (!value) throw new Error(`Say in this file what stands for ${area}/[${name}].`);
    return `${area}/${value}`;
  });
}

async function personOf(store: Store, role: Role) {
  return role === "owner" ? store : await makePerson(store, role);
}

for (const role of ["owner", "manager", "viewer"] as const) {
  for (const width of [390, 1440]) {
    test(`every page is whole and accessible for the ${role} at ${width} px, in both themes`, async ({
      page,
      merchant,
      api,
      activeCard,
      tolerate,
    }) => {
      test.setTimeout(180_000);
      // A page that a role may not read says so, after asking.
      if (role !== "owner") tolerate(/status of 403/);
      const card = await activeCard({ amountCents: 2_500 });
      await api.post("/store-credit", {
        email: "ada@example.com",
        amountCents: 500,
        currency: "USD",
      });
      const { body: webhook } = await api.post("/webhooks", {
        url: "https://example.com/hook",
        events: ["card.debited"],
      });
      const { body: batch } = await api.post("/batches", {
        name: "Spring",
        quantity: 3,
        currency: "USD",
        cardType: "physical",
      });
      await page.setViewportSize({ width, height: 900 });
      await openAs(page, await personOf(merchant, role), "/cards");
      const found = await page.request.get("/api/portal/customers?q=ada");
      const { customers } = await found.json();
      const filled: Filled = {
        "/cards/[uuid]": card.uuid,
        "/batches/[id]": batch.id,
        "/webhooks/[id]": webhook.id,
        "/customers/[id]": customers[0].id,
      };

      expect(pages.length).toBeGreaterThan(5);
      for (const path of pages) {
        // Colours that are still fading from one theme to the other would fail by chance.
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        const answer = await page.goto(addressOf(path, filled));
        expect(answer?.status(), path).toBe(200);
        await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
        await expect(page.getByRole("status", { name: /^Loading/ }), path).toHaveCount(0);
        await expect(page, path).toHaveTitle(/^.+ · Scrip$/);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          const overflowPx = () =>
            page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          await expect.poll(overflowPx, `${path}, ${colorScheme}: sideways`).toBeLessThanOrEqual(0);
          // Who may do most sees most; the pages' own tests look at their dialogs and states.
          if (role === "owner")
            expect(await violationsOf(page, colorScheme), `${path}, ${colorScheme}`).toEqual([]);
        }
      }
    });
  }
}
