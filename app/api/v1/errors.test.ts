import { expect } from "vitest";
import { REFUSALS } from "@/lib/base/errors";
import { ABSENT_CARD, callOf, pathAndQueryOf, pathOf, targetWithId } from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { expectInvalid, expectRefusal } from "@/lib/testing/api/expectations";
import { operations, propertiesOf } from "@/lib/testing/api/operations";
import { perform, test } from "@/lib/testing/api/test";

/** The published error codes by status. */
const PUBLISHED_CODES_BY_STATUS = {
  400: `invalid_request currency_mismatch card_not_active card_frozen card_expired insufficient_balance
    refund_exceeds_original capture_exceeds_hold amount_not_allowed balance_limit_exceeded transfers_not_enabled
    transfer_limit_exceeded rate_stale platform_not_connected not_reversible not_refundable`,
  401: "unauthorized consumer_unauthorized",
  403: `insufficient_scope second_factor_required sign_up_closed store_not_confirmed not_in_test_mode
    test_mode_only key_limit_exceeded address_not_allowed`,
  404: "not_found",
  405: "method_not_allowed",
  409: `card_already_active card_already_claimed card_already_disabled gift_settled batch_busy hold_ended
    store_changed idempotency_key_reused idempotency_in_progress
    idempotency_key_voided already_reversed`,
  413: "payload_too_large",
  415: "unsupported_media_type",
  421: "misdirected_request",
  429: "rate_limited",
  500: "internal_error",
  503: "unavailable",
};

test("every error code has the status that is published for it", () => {
  const statuses = Object.entries(REFUSALS).map(([code, [status]]) => `${status} ${code}`);
  const published = Object.entries(PUBLISHED_CODES_BY_STATUS).flatMap(([status, codes]) =>
    codes.split(/\s+/).map((code) => `${status} ${code}`),
  );
  expect(statuses.sort()).toEqual(published.sort());
});

test("every operation refuses a Scrip-Shape that is neither A nor B", async ({ merchant }) => {
  const { keyA: key } = merchant;
  await expectEach(operations, async (operation) => {
    for (const shape of ["C", "a", "", "AB", "A, B"]) {
      const headers = { "Scrip-Shape": shape };
      expectInvalid(await perform(operation, ABSENT_CARD, { key, headers }), "Scrip-Shape");
    }
  });
});

test("every operation refuses an unknown or repeated query parameter", async ({ merchant }) => {
  const { keyA: key } = merchant;
  await expectEach(operations, async (operation) => {
    const ask = (query: string) =>
      perform(operation, ABSENT_CARD, { key, path: pathAndQueryOf(operation, ABSENT_CARD, query) });

    const known = propertiesOf(operation.spec.query);
    for (const name of ["amountCents", "code", "shape", "constructor"]) {
      if (known.includes(name)) continue;
      expectInvalid(await ask(`${name}=1`), name);
    }
    expectInvalid(await ask("limit=1&limit=1"), "limit");
  });
});

test("every operation answers 404 to what cannot be an id", async ({ merchant }) => {
  const uuid = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
  const card = { uuid, code: "" };
  const impossible = [
    "1",
    "null",
    uuid.slice(0, -1),
    `${uuid}0`,
    uuid.replaceAll("-", ""),
    `{${uuid}}`,
    `urn:uuid:${uuid}`,
    ` ${uuid}`,
    uuid.replace("0", "g"),
    "'; select 1 --",
    "\0",
    "💥",
    "x".repeat(2_000),
  ];
  const withId = operations.filter(({ path }) => path.includes("{"));
  await expectEach(withId, async (operation) => {
    for (const id of impossible) {
      const path = pathOf(operation, targetWithId(encodeURIComponent(id)));
      const body = callOf(operation).body?.(card);
      const answer = await perform(operation, card, { key: merchant.keyA, path, body });
      expectRefusal(answer, 404, "not_found");
    }
  });
});
