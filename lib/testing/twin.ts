import type { Ctx } from "@/lib/base/context";
import { operatorContext } from "@/lib/domain/people/operator";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { storeWithPeople } from "./portal";
import { callerWithKey } from "./store";

/** Creates a store with its owner signed in, and its test twin, with a test key. */
export async function storeWithTwin() {
  const live = await storeWithPeople();
  const twinId = await testStoreOf(live.merchantId);
  const ctx = (): Ctx => {
    const made = operatorContext(twinId);
    return { ...made, principal: { ...made.principal, isTest: true } };
  };
  const enterTestMode = ({ post }: typeof live.owner) =>
    post("/stores/switch", { merchantId: live.merchantId, testMode: true });
  return { live, twin: { id: twinId, ctx, ...(await callerWithKey(ctx())) }, enterTestMode };
}
