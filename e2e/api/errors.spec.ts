import { expect } from "@playwright/test";
import { REFUSALS } from "@/lib/errors";
import { send } from "../support/client";
import { openStore } from "../support/store";
import {
  ABSENT_CARD,
  callOf,
  pathAndQueryOf,
  pathOf,
  perform,
  targetWithId,
} from "./support/calls";
import { expectEach } from "./support/each";
import { expectInvalid, expectRefusal } from "./support/expectations";
import { operations, propertiesOf, undefinedMethods } from "./support/operations";
import { test } from "./support/test";

/** The published error codes by status. */
const PUBLISHED_CODES_BY_STATUS = {
  400: `invalid_request currency_mismatch card_not_active card_frozen card_expired insufficient_balance
    refund_exceeds_original capture_exceeds_hold balance_limit_exceeded transfers_not_enabled
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

test("an unknown path is a 404 in JSON, whatever the method", async ({ merchant }) => {
  const paths = ["", "/", "/cards/", "//cards", "/cards/a/b/c", "/giftcards", "/cards/x/refund"];
  const calls = [...paths, "/%00"].flatMap((path) =>
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => {
      const target = `/api/v1${path}`;
      return { name: `${method} ${target}`, method, target };
    }),
  );
  await expectEach(calls, async ({ method, target }) => {
    const headers = { Authorization: `Bearer ${merchant.keyA}` };
    const answer = await send(target, { method, headers });
    expectRefusal(answer, 404, "not_found");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

test("a method that a URL does not have is a 405 with Allow", async ({ merchant }) => {
  expect(undefinedMethods.length).toBeGreaterThan(operations.length);
  await expectEach(undefinedMethods, async ({ path, method, allow }) => {
    const answer = await send(`/api/v1${pathOf({ path }, targetWithId(crypto.randomUUID()))}`, {
      method,
      headers: { Authorization: `Bearer ${merchant.keyA}` },
    });
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe(allow);
  });
});

test("OPTIONS lists the methods of every URL, without a key", async () => {
  await expectEach(undefinedMethods, async ({ path, allow }) => {
    const url = `/api/v1${pathOf({ path }, targetWithId(crypto.randomUUID()))}`;
    const answer = await send(url, { method: "OPTIONS" });
    expect([answer.status, answer.text, answer.headers.get("allow")]).toEqual([204, "", allow]);
    expect(answer.headers.get("scrip-shape")).toBe("A");
    expect(answer.headers.get("vary")).toBe("Scrip-Shape");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

test("HEAD responds as GET, without the body", async ({ cardFor }) => {
  const reading = operations.filter(({ method }) => method === "GET");
  await expectEach(reading, async (operation) => {
    const { keyA: key, tills } = await openStore();
    const card = await cardFor(operation, tills.A);
    const get = await perform(operation, card, { key });
    const head = await perform(operation, card, { key, method: "HEAD" });

    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["content-type", "cache-control", "scrip-shape", "vary"]) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
    const refused = await perform(operation, card, { method: "HEAD" });
    expect([refused.status, refused.text]).toEqual([401, ""]);
  });
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
