import type { Page } from "@playwright/test";
import type { ApiClient } from "../support/client";
import { expect } from "../support/test";
import { codeField, enterPin, scan, TYPING_MS, tabTo } from "../support/till-page";
import type { Fault } from "./faults";
import type { Done, Step } from "./shift-model";

const money = (cents: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);

/** "−$1,234.50" in minor units. */
const centsIn = (text: string) => Number(text.replace(/\D/g, "")) * (text.includes("−") ? -1 : 1);

/** A till that is used by keyboard alone. */
export class CashDesk {
  constructor(
    private page: Page,
    private readonly cashier: string,
    private readonly api: ApiClient,
  ) {}

  /** Does a step as a cashier does, and compares what the till shows with what the server has. */
  async perform(step: Step, fault: Fault | null): Promise<Done> {
    await this.approach(step);
    const { after } = fault ? await fault.inject(this.page) : { after: null };
    await this.page.keyboard.press("Enter");
    if (after) this.page = await after();
    if (fault?.locks) await enterPin(this.page, this.cashier);
    if (fault?.lost) {
      // Nothing is claimed, and the same operation is sent again.
      const retry = this.page.getByRole("button", { name: "Try again" });
      await expect(this.page.getByText("The server hasn't received it yet.")).toBeVisible();
      await expect(this.page.getByRole("heading", { level: 1 })).toHaveText(/We don't know yet/);
      await expect(retry).toBeFocused();
      await this.page.keyboard.press("Enter");
    }
    return await this.readResult(step);
  }

  /** Goes to the button that sends the step. */
  private async approach({ kind, card, receipt, typedCents }: Step) {
    const { keyboard } = this.page;
    await expect(codeField(this.page)).toBeFocused();
    if (kind === "digital") {
      await tabTo(this.page, "Sell");
    } else {
      await scan(this.page, receipt?.number ?? card?.code ?? "");
      await keyboard.press("Enter");
      // The first screen has buttons of the same names.
      await this.page.getByRole("button", { name: "Back" }).waitFor();
      const buttons = { sell: "Sell card", topUp: "Top up", redeem: "Redeem" };
      const name = kind === "refund" || kind === "reverse" ? null : buttons[kind];
      await tabTo(this.page, name ?? (kind === "refund" ? "Refund" : "Reverse"));
    }
    await keyboard.press("Enter");
    if (kind === "reverse") {
      await expect(
        this.page.getByRole("button", { name: `Reverse ${money(typedCents)}` }),
      ).toBeFocused();
      return;
    }
    await expect(this.page.getByRole("textbox").first()).toBeFocused();
    await keyboard.type(String(typedCents), { delay: TYPING_MS });
  }

  private async readResult({ kind, card, expected }: Step): Promise<Done> {
    const { page } = this;
    const { words, amountCents, restCents, balanceCents } = expected;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);
    await expect(page.getByRole("button", { name: "Done" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Done" })).toBeEnabled();
    const claimed = restCents > 0 ? ` ${money(restCents)} left to pay.` : "";
    await expect(page.getByRole("status").filter({ hasText: words })).toHaveText(
      `${words} ${money(amountCents)}.${claimed} Balance ${money(balanceCents)}.`,
    );
    const fact = page.locator("main dt").filter({ hasText: /^Receipt$/ });
    const number = (await fact.locator("xpath=following-sibling::dd").textContent()) ?? "";
    const shown = page.getByText("Card code", { exact: true });
    const code =
      kind === "digital"
        ? ((await shown.locator("xpath=following-sibling::p[1]").textContent()) ?? "")
        : "";
    const done = card ?? (await this.cardWith(code));
    await this.compareWithServer(number, done.uuid, expected);
    await page.keyboard.press("Enter");
    await expect(codeField(page)).toBeFocused();
    return { number, card: { uuid: done.uuid, code: done.code } };
  }

  private async cardWith(code: string): Promise<{ uuid: string; code: string }> {
    const { body } = await this.api.post("/cards/lookup", { code });
    return { uuid: body.uuid, code };
  }

  /** The server has exactly one movement with the receipt's number, as it was shown. */
  private async compareWithServer(number: string, uuid: string, expected: Step["expected"]) {
    const { body } = await this.api.get(`/transactions?referenceId=${number}`);
    expect(body.transactions).toMatchObject([
      {
        cardUuid: uuid,
        amountCents: expected.amountCents,
        balanceAfterCents: expected.balanceCents,
      },
    ]);
  }

  /** Closes the day. Returns the rows of its report. */
  async closeDay(): Promise<Record<string, { count: number; cents: number }>> {
    await tabTo(this.page, "Close day");
    await this.page.keyboard.press("Enter");
    await expect(this.page.getByRole("heading", { name: "Close day" })).toBeVisible();
    await expect(this.page.getByRole("button", { name: "Close day" })).toBeFocused();
    await this.page.keyboard.press("Enter");
    await expect(this.page.getByText("Day closed. Report 1")).toBeVisible();
    const rows = this.page.locator("main tbody tr");
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );
    return Object.fromEntries(
      texts.map(([kind = "", count, amount = ""]) => [
        kind,
        { count: Number(count), cents: centsIn(amount) },
      ]),
    );
  }
}
