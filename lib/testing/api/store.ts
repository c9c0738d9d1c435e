import { apiClient } from "@/e2e/support/client";
import type { ApiShape } from "@/lib/base/context";
import type { ApiScope } from "@/lib/base/roles";
import { operatorContext } from "@/lib/domain/people/operator";
import { createStore, newKey } from "@/lib/testing/store";
import { send } from "./send";

export type KeyOptions = {
  shape?: ApiShape;
  scopes?: readonly ApiScope[];
  /** With the published limits instead of none. */
  limited?: boolean;
};

/** A client of the API's routes with this key, without a server. */
export const callerOf = (secret: string) => apiClient(secret, send);

/** Creates an API key, by default with every scope and without limits. */
export async function makeKey(
  merchantId: string,
  { limited = false, ...given }: KeyOptions = {},
): Promise<{ id: string; secret: string }> {
  const limitPerWindow = limited ? null : 0;
  const { key, secret } = await newKey(operatorContext(merchantId), { ...given, limitPerWindow });
  return { id: key.id, secret };
}

/** Creates a store. Returns its keys and clients by shape too. */
export async function openStore() {
  const { id: merchantId, ctx } = await createStore();
  const [{ secret: keyA }, { secret: keyB }] = [
    await makeKey(merchantId),
    await makeKey(merchantId, { shape: "B" }),
  ];
  return {
    merchantId,
    ctx,
    keyA,
    keyB,
    keys: { A: keyA, B: keyB },
    tills: { A: callerOf(keyA), B: callerOf(keyB) },
  };
}
