import type { Ctx } from "../context";
import { createMerchant } from "./create";
import { takeAttempt } from "./throttle";

export type SignUp = {
  storeName: string;
  name: string;
  email: string;
  password: string;
  currency: string;
};

/**
 * Creates a store for whoever asks, counted by network address.
 * Refuses: rate_limited, invalid_request (an address that has an account already), unavailable.
 */
export async function signUp(ctx: Ctx, { storeName, name, ...owner }: SignUp) {
  await takeAttempt("sign-up-address", ctx.address);
  return await createMerchant({ ...owner, name: storeName, personName: name }, ctx.requestId);
}
