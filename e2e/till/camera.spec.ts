import type { Page } from "@playwright/test";
import { expectAccessible } from "../portal/a11y";
import { makeActiveCard } from "../support/client";
import { fakeCamera } from "../support/fake-camera";
import { test as base, expect } from "../support/test";
import { addCashier, openTill } from "../support/till-page";

declare global {
  interface Window {
    /** Every track of a camera that the page has opened. */
    cameraTracks: MediaStreamTrack[];
  }
}

/** Remembers the cameras that a page opens. */
function keepTracks() {
  window.cameraTracks = [];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    window.cameraTracks.push(...stream.getTracks());
    return stream;
  };
}

const test = base.extend<{
  /** A page whose browser has a camera, and what films a code. The store has a cashier. */
  filming: { page: Page; show: Awaited<ReturnType<typeof fakeCamera>>["show"] };
}>({
  filming: async ({ baseURL, merchant }, use) => {
    await addCashier(merchant, "Grace");
    const { browser, show, close } = await fakeCamera();
    const page = await browser.newPage({ baseURL, locale: "en-US", timezoneId: "UTC" });
    await page.addInitScript(keepTracks);
    await use({ page, show }).finally(close);
  },
});

const states = (page: Page) =>
  page.evaluate(() => window.cameraTracks.map(({ readyState }) => readyState));

const camera = (page: Page) => page.getByRole("button", { name: "Camera", exact: true });
const scanner = (page: Page) => page.getByRole("region", { name: "Scan a code" });

test("the camera finds a card by its QR code and by its Code 128, with a decoder from this host, and is off afterwards", async ({
  baseURL,
  merchant,
  api,
  filming: { page, show },
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await openTill(page, merchant);
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  for (const format of ["qr", "code128"] as const) {
    const { code } = await makeActiveCard(api, { amountCents: 4_200 });
    show(code, format);
    await camera(page).click();
    const title = `Card ending in ${code.slice(-4)}`;
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
  }
  expect(await states(page)).toEqual(["ended", "ended"]);

  show("2222-2222-2222-2222", "qr");
  await camera(page).click();
  await expect.poll(() => states(page)).toHaveLength(3);
  await expect(page.getByText("No card has this code")).toBeVisible();

  expect([...hosts]).toEqual([baseURL]);
  expect(errors.filter((text) => !/status of 40\d/.test(text))).toEqual([]);
});

test("the camera is on only while its picture is seen, and Escape closes it", async ({
  merchant,
  filming: { page },
}) => {
  await openTill(page, merchant);
  await camera(page).click();
  await expect(scanner(page).getByRole("status")).toHaveText("Hold the code inside the frame.");
  await expectAccessible(page, "camera");
  const showPage = (state: DocumentVisibilityState) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, "visibilityState", {
        value: visibilityState,
        configurable: true,
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await showPage("hidden");
  await expect.poll(() => states(page)).toEqual(["ended"]);
  await showPage("visible");
  await expect.poll(() => states(page)).toEqual(["ended", "live"]);
  await scanner(page).press("Escape");
  await expect(scanner(page)).toHaveCount(0);
  await expect.poll(() => states(page)).toEqual(["ended", "ended"]);
});

test("a camera that is blocked or missing is explained, and can be tried again", async ({
  page,
  merchant,
}) => {
  await addCashier(merchant, "Grace");
  await page.addInitScript(() => {
    let refusals = ["NotAllowedError", "NotFoundError"];
    navigator.mediaDevices.getUserMedia = async () => {
      const [name, ...more] = refusals;
      refusals = more;
      throw new DOMException("", name);
    };
  });
  await openTill(page, merchant);
  await camera(page).click();
  const status = scanner(page).getByRole("status");
  await expect(status).toContainText("Camera access is blocked.");
  await scanner(page).getByRole("button", { name: "Try again" }).click();
  await expect(status).toContainText("No camera found.");
  await scanner(page).getByRole("button", { name: "Close camera" }).click();
  await expect(scanner(page)).toHaveCount(0);
});
