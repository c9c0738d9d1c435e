import type { ApiClient } from "../../support/client";

/** What a store has, to be compared: a refused or a foreign call may not change it. */
export async function stateOf(till: ApiClient): Promise<string[]> {
  const lists = await Promise.all(
    ["/cards", "/transactions", "/webhooks"].map((path) => till.get(path)),
  );
  return lists.map(({ text }) => text);
}
