import type { BrowserContext } from "@playwright/test";
import { randomBy, SEED } from "@/lib/testing/random";
import { checkLedger } from "../portal/ledger-jobs";
import { makeCard } from "../support/client";
import { runScrip } from "../support/run-scrip-command";
import { expect, test } from "../support/test";
import { addCashier, addDevice, pairByKeyboard, unlockByKeyboard } from "../support/till-page";
import { CashDesk } from "./cash-desk";
import {
  closeTabAfterSending,
  type Fault,
  loseAfterCommit,
  loseBeforeArrival,
  loseInResponse,
} from "./faults";
import { nextStep, ShiftModel } from "./shift-model";

const STEPS = 60;
/** What goes wrong, by the number of the step. */
const FAULTS: Record<number, Fault> = {
  9: loseBeforeArrival,
  21: loseAfterCommit,
  33: loseInResponse,
  47: closeTabAfterSending,
};

test("a shift by keyboard on two tills, with lost connections and a closed tab, ends with totals and balances right to the cent", async ({
  browser,
  merchant,
  api,
  sql,
  watched,
  tolerate,
}) => {
  test.info().annotations.push({ type: "seed", description: String(SEED) });
  tolerate(/ERR_FAILED|ERR_CONNECTION/);
  const contexts: BrowserContext[] = [];
  const desks: CashDesk[] = [];
  for (const cashier of ["Grace", "Alan"]) await addCashier(merchant, cashier);
  for (const [device, cashier] of [
    ["Counter", "Grace"],
    ["Back desk", "Alan"],
  ] as const) {
    const context = await browser.newContext({
      // A service worker would hide the page's requests from the faults.
      serviceWorkers: "block",
      locale: "en-US",
      timezoneId: "UTC",
      reducedMotion: "reduce",
    });
    context.on("page", watched.add);
    contexts.push(context);
    const page = await context.newPage();
    await pairByKeyboard(page, await addDevice(merchant, device));
    await unlockByKeyboard(page, cashier);
    desks.push(new CashDesk(page, cashier, api));
  }

  const plastic = await Promise.all(
    [1, 2, 3, 4].map(() => makeCard(api, { cardType: "physical" })),
  );
  const model = new ShiftModel(plastic);
  const random = randomBy(SEED);
  for (let n = 0; n < STEPS; n++) {
    const at = random() < 0.5 ? 0 : 1;
    const step = nextStep(model, random);
    await test.step(`${n}: ${step.kind} on till ${at}, seed ${SEED}`, async () => {
      const done = await desks[at]?.perform(step, FAULTS[n] ?? null);
      if (done) model.apply(at, step, done);
    });
  }

  for (const [at, desk] of desks.entries()) {
    expect(await desk.closeDay(), `totals, seed ${SEED}`).toEqual(model.totals(at));
  }
  for (const { uuid, balanceCents } of model.cards) {
    expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(balanceCents);
  }
  const [{ count } = { count: 0 }] = await sql`select count(*)::int from till_movements
    where merchant_id = ${merchant.merchantId}`;
  expect(count).toBe(STEPS);
  await checkLedger(sql, merchant.merchantId);
  const { code, body } = await runScrip("ledger", "verify");
  expect({ code, problems: body.problems }).toEqual({ code: 0, problems: [] });
  expect(watched.unexpected()).toEqual([]);
  for (const context of contexts) await context.close();
});
