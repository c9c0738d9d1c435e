import { isDone } from "./ask";
import { CURRENCY } from "./stores";
import type { Till } from "./till-verbs";

/** What a till asks about the store as a whole: batches, store credit and lists. */

const WALLETS = 5;

async function creditConsumer(till: Till): Promise<void> {
  const email = `wallet-${till.below(WALLETS)}@example.com`;
  await till.api({
    verb: "store credit",
    path: "/store-credit",
    body: (referenceId) => ({
      email,
      amountCents: 1 + till.below(2_000),
      currency: CURRENCY,
      referenceId,
    }),
  });
}

/** Creates a small batch, and puts its cards into the online shop if there is one. */
async function createBatch(till: Till): Promise<void> {
  const quantity = 1 + till.below(6);
  const body = {
    name: `Batch of ${till.name}`,
    quantity,
    currency: CURRENCY,
    cardType: "physical",
  };
  const reply = await till.api({ verb: "create batch", path: "/batches", body });
  if (!isDone(reply)) return;
  const path = `/batches/${reply.body.id}`;
  await till.api({ verb: "read batch", path });
  if (!till.store.hasShop) return;
  await till.api({ verb: "provision batch", method: "POST", path: `${path}/provision` });
}

const LISTS = [
  ["list cards", "/cards?limit=20"],
  ["list active cards", "/cards?limit=20&status=active"],
  ["list transactions", "/transactions?limit=20"],
  ["list batches", "/batches?limit=5"],
  ["read totals", "/transactions/totals?groupBy=type,source"],
  ["read rate", "/transfers/fx-rate?from=USD&to=EUR&amountCents=1000"],
  ["list wallets", "/store-credit?email=wallet-0@example.com"],
  ["read key", "/me"],
] as const;

async function list(till: Till): Promise<void> {
  const [verb = "", path = ""] = till.pick(LISTS) ?? [];
  await till.api({ verb, path });
}

/** One of these: mostly lists, rarely a batch, which creates cards. */
export function workInBackOffice(till: Till): Promise<void> {
  const at = till.random();
  if (at < 0.05) return createBatch(till);
  return at < 0.45 ? creditConsumer(till) : list(till);
}
