import { mutant } from "./mutant.mjs";

const STOLEN_TEST = "app/api/till/stolen-device.test.ts";
const LIMITS_TEST = "app/api/till/limits.test.ts";
const OUTCOMES_TEST = "app/api/till/outcomes.test.ts";

/** Tills in the browser: devices, cashiers, limits, and operations whose outcome isn't known. */
export const tills = [
  mutant("A PIN can't be guessed.", "lib/limits/attempt-limits.ts")
    .replacing('"till-pin": { max: 5,', '"till-pin": { max: 500,')
    .caughtBy(STOLEN_TEST, "can't guess a PIN"),
  mutant("A pairing code works once.", "lib/till/pair.ts")
    .without("pairingCodeHash: null, pairingExpiresAt: null, ")
    .caughtBy(STOLEN_TEST, "works once"),
  mutant("A revoked device is locked out.", "lib/till/devices.ts")
    .replacing(".set({ revokedAt: sql`now()` })", ".set({ name: sql`name` })")
    .caughtBy("app/api/portal/devices/devices.test.ts", "is revoked by a manager"),
  mutant("The limits of a cashier and a device hold.", "lib/ledger/till.sql")
    .replacing("if exceeded is not null then", "if false then")
    .caughtBy(LIMITS_TEST, "limits both hold"),
  mutant("The day's limits hold for redemptions at the same time.", "lib/ledger/move.sql")
    .without("if m.rare ? 'till' then perform lock_till(m.rare -> 'till'); end if;")
    .caughtBy(LIMITS_TEST, "don't both fit"),
  mutant("A reversal frees up only its own device's limit.", "lib/ledger/till.sql")
    .without(" and device_id = (p_till ->> 'device')::uuid")
    .caughtBy(LIMITS_TEST, "gives that device no more room"),
  mutant("A canceled operation never goes through.", "lib/till/outcomes.ts")
    .replacing('if (before.state !== "unknown") return before;', "return before;")
    .caughtBy(OUTCOMES_TEST, "cancelled before it arrived moves nothing"),
  mutant("A till's Idempotency-Keys are its own.", "lib/till/outcomes.ts")
    .replacing('`till ${sha256(key).toString("base64url")}`', "key")
    .caughtBy(OUTCOMES_TEST, "the keys of API clients"),
];
