import { expect, test } from "vitest";
import { db } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { findSuppression } from "@/lib/domain/mail/suppressions";
import { unsubscribeLinks } from "@/lib/domain/mail/unsubscribe-link";
import { configure } from "@/lib/testing/configure";
import { createStore } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";
import { GET, POST } from "./[token]/route";

async function mailedLink() {
  const { id: merchantId } = await createStore({ name: "Corner Bakery" });
  const email = uniqueEmail();
  const { page, headers } = unsubscribeLinks({ merchantId, email });
  const link = /<([^>]+)>/.exec(headers["List-Unsubscribe"])?.[1] ?? "";
  const route = { params: Promise.resolve({ token: link.split("/").at(-1) }) };
  return { link, page, route, reason: () => findSuppression(db(), merchantId, email) };
}

test("the button of an email client unsubscribes with one POST, without a session, as often as it is sent", async () => {
  const { link, route, reason } = await mailedLink();
  const click = () =>
    POST(
      new Request(link, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      }),
      route,
    );
  for (let n = 0; n < 2; n++) {
    expect((await click()).status).toBe(200);
    expect(await reason()).toBe("unsubscribed");
  }
});

test("opening the link leads to a page with a button, and doesn't unsubscribe yet", async () => {
  const { link, page, route, reason } = await mailedLink();
  const opened = await GET(new Request(link), route);
  expect([opened.status, opened.headers.get("location")]).toEqual([303, page]);
  expect(await reason()).toBeNull();
});

test("a link that is not ours is 404", async () => {
  const params = Promise.resolve({ token: "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e.k1.AAAA" });
  const request = new Request("http://localhost:3000/api/unsubscribe/x", { method: "POST" });
  expect((await POST(request, { params })).status).toBe(404);
});

test("nobody is unsubscribed while the process has another key than the database", async () => {
  const { link, route, reason } = await mailedLink();
  const click = async () => (await POST(new Request(link, { method: "POST" }), route)).status;
  await ensureReady();
  const key = process.env.ENCRYPTION_KEY;
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
  configure({ ENCRYPTION_KEY: "6f".repeat(32) });
  const refused = await click();
  configure({ ENCRYPTION_KEY: key });
  expect(refused).toBe(503);
  expect(await click()).toBe(200);
  expect(await reason()).toBe("unsubscribed");
});
