import { type Answer, type ApiClient, apiClient } from "../../support/client";
import { type KeyOptions, makeKey, makeStore, type Store } from "../../support/store";
import { test as base } from "../../support/test";
import { type Card, callOf } from "./calls";
import type { Operation } from "./operations";
import type { Shape } from "./shapes";

export type Key = { id: string; secret: string; till: ApiClient };

type Body = Answer["body"];

type Fixtures = {
  /** Tills of the test's store, by their shape. */
  tills: Record<Shape, ApiClient>;
  /** A store that is not the test's, and a till of it. */
  other: Store;
  otherTill: ApiClient;
  /** Makes an inactive card of the test's store: the Card, under Shape A. */
  newCard: (fields?: object) => Promise<Body>;
  /** Makes a card in the state that an operation works on; made up where it needs none. */
  cardFor: (operation: Operation, till?: ApiClient) => Promise<Card>;
  /** Makes another key of the test's store. */
  makeKey: (options?: KeyOptions) => Promise<Key>;
  balanceOf: (uuid: string) => Promise<number>;
};

const NO_CARD: Card = { uuid: "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e", code: "no card" };

async function makeCard(till: ApiClient, fields: object = {}): Promise<Body> {
  const { status, body, text } = await till.post("/cards", { currency: "USD", ...fields });
  if (status !== 201) throw new Error(`The card was not created: ${status} ${text}`);
  return body;
}

export const test = base.extend<Fixtures>({
  tills: async ({ api, apiB }, use) => use({ A: api, B: apiB }),
  other: async ({ browserName: _any }, use) => use(await makeStore()),
  otherTill: async ({ other }, use) => use(apiClient(other.keyA)),

  newCard: async ({ api }, use) => use((fields) => makeCard(api, fields)),

  cardFor: async ({ api }, use) =>
    use(async (operation, till = api) => {
      const { on } = callOf(operation);
      if (on === "nothing") return NO_CARD;
      const card = await makeCard(till);
      if (on === "active") await till.post(`/cards/${card.uuid}/activate`, { amountCents: 10_000 });
      return card;
    }),

  makeKey: async ({ merchant }, use) =>
    use(async (options) => {
      const key = await makeKey(merchant.merchantId, options);
      return { ...key, till: apiClient(key.secret) };
    }),

  balanceOf: async ({ api }, use) =>
    use(async (uuid) => (await api.get(`/cards/${uuid}/balance`)).body.balanceCents),
});
