import { mutant } from "./mutant.mjs";

const APPLE_TEST = "lib/passes/apple/web-service.test.ts";
const FILE_TEST = "lib/passes/apple/pass-file.test.ts";
const GOOGLE_TEST = "lib/passes/google/google.test.ts";
const QUEUE_TEST = "lib/passes/queue.test.ts";

/** Cards in the wallet apps of customers' phones. */
export const passes = [
  mutant("A phone opens a pass with its token alone.", "lib/passes/apple/web-service.ts")
    .replacing("return pass && isOwn && ", "return pass && ")
    .caughtBy(APPLE_TEST, "get the same 401"),
  mutant("A pass's token is its owner's.", "lib/passes/apple/token.ts")
    .replacing("`${id}:${ownerId}`", "id")
    .caughtBy(APPLE_TEST, "the former owner's pass opens nothing"),
  mutant("A void pass has no code.", "lib/passes/apple/pass-file.ts")
    .replacing("{ voided: true } : {", "{ voided: true, barcodes: barcodesOf(pass) } : {")
    .caughtBy(APPLE_TEST, "is void"),
  mutant("Nobody else's card becomes a pass.", "lib/consumers/wallet/cards.ts")
    .replacing(
      ".where(and(eq(cards.ownerId, id), isNull(cards.replacedById), only, which));",
      ".where(and(isNull(cards.replacedById), only, which));",
    )
    .caughtBy(FILE_TEST, "only the owner of an active card"),
  mutant("A phone never misses a change in a second.", "lib/passes/apple/web-service.ts")
    .replacing("updatedAtSeconds >= sinceSeconds;", "updatedAtSeconds >= sinceSeconds + 1;")
    .caughtBy(APPLE_TEST, "never misses a change"),
  mutant("A movement queues its card's passes.", "lib/ledger/emit.sql")
    .without(" + queue_pass_updates(p_events)")
    .caughtBy(QUEUE_TEST, "queues them"),
  mutant("A freeze queues its card's passes.", "lib/ledger/queue-pass-updates.sql")
    .replacing("after update of owner_id, frozen_reason,", "after update of owner_id,")
    .caughtBy(QUEUE_TEST, "queues them"),
  mutant("A phone can ask as soon as it is notified.", "lib/passes/update-worker.ts")
    .replacing("set({ updatedAt: sql`statement_timestamp()` })", "set({ platform: sql`platform` })")
    .caughtBy(APPLE_TEST, "is notified of a redemption"),
  mutant("A push that fails is tried again.", "lib/passes/update-worker.ts")
    .replacing('return outcomes.includes("failed") ? "failed" : "updated";', 'return "updated";')
    .caughtBy(APPLE_TEST, "is tried again later"),
  mutant("A phone that is gone gets no more pushes.", "lib/passes/update-worker.ts")
    .without('      if (outcome === "gone") await removePushToken(pass, pushToken);\n')
    .caughtBy(APPLE_TEST, "a phone that is gone"),
  mutant("Google gets millionths of the currency's unit.", "lib/money.ts")
    .replacing("BigInt(6 - decimalsOf(currency))", "4n")
    .caughtBy(GOOGLE_TEST, "with the card as it is"),
];
