import type { Actor } from "./actor";
import { isDone } from "./ask";
import type { Card } from "./cards";
import type { Client } from "./sessions";
import { CURRENCY } from "./stores";

/** A team member who manages a store. */
type Manager = Actor & { dashboard: Client; cards: Card[] };

const DAY_MS = 86_400_000;
const LATEST_EXPIRY_DAYS = 1_000;
const MAX_BATCH_SIZE = 5;

/** Changes the day on which a card expires, which is far away, or never. */
async function editExpiry({ dashboard, cards, chance, below, pick }: Manager): Promise<void> {
  const card = pick(cards);
  if (!card) return;
  const day = new Date(Date.now() + (30 + below(LATEST_EXPIRY_DAYS)) * DAY_MS);
  const expiresOn = chance(0.3) ? null : day.toISOString().slice(0, "2026-01-31".length);
  await dashboard({
    verb: "portal edit card",
    method: "PATCH",
    path: `/portal/cards/${card.uuid}`,
    card: card.uuid,
    body: { expiresOn },
  });
}

/** Gives a webhook a next secret, or drops it: the current one signs all along. */
async function rotateSecret({ dashboard, chance, pick }: Manager): Promise<void> {
  const { body } = await dashboard({ verb: "portal webhooks", path: "/portal/webhooks" });
  const webhook = pick<{ id: string }>(body?.webhooks ?? []);
  if (!webhook) return;
  const verb = chance(0.6) ? "rotate" : "discard";
  const path = `/portal/webhooks/${webhook.id}/${verb}`;
  await dashboard({ verb: `${verb} webhook secret`, method: "POST", path });
}

async function createBatch({ dashboard, name, below }: Manager): Promise<void> {
  const quantity = 1 + below(MAX_BATCH_SIZE);
  const body = { name: `Batch of ${name}`, quantity, currency: CURRENCY, cardType: "physical" };
  await dashboard({ verb: "portal create batch", path: "/v1/batches", body });
}

/** Sells a whole batch, or makes its unsold cards unusable. */
async function changeBatch(manager: Manager): Promise<void> {
  const { dashboard, chance, below, pick } = manager;
  const listed = await dashboard({ verb: "portal batches", path: "/portal/batches?limit=10" });
  const batch = isDone(listed) && pick<{ id: string }>(listed.body.batches);
  if (!batch || chance(0.3)) return await createBatch(manager);
  const path = `/portal/batches/${batch.id}`;
  const amountCents = 500 + below(2_000);
  await (chance(0.7)
    ? dashboard({
        verb: "portal activate batch",
        path: `${path}/activate`,
        body: (note) => ({ amountCents, note }),
      })
    : dashboard({ verb: "portal void batch", path: `${path}/void`, body: {} }));
}

/** One of the rarer things that a team member does at the dashboard. */
export const manage = (manager: Manager): Promise<void> =>
  manager.byWeight([
    [3, editExpiry],
    [1, rotateSecret],
    [3, changeBatch],
  ])(manager);
