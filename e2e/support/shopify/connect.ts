import type { Access } from "@/lib/platforms/open-adapter";
import { signedIn } from "@/lib/testing/portal";
import { baseUrl, send } from "../client";
import type { Store } from "../store";

/** Connects a store to a shop, as its owner does in the portal. */
export async function connectShop(
  { merchantId, userId }: Pick<Store, "merchantId" | "userId">,
  { kind, address, token }: Access,
): Promise<void> {
  const { cookie } = await signedIn({ merchantId, userId });
  const { status, text } = await send("/api/portal/platform", {
    method: "PUT",
    headers: {
      cookie,
      origin: baseUrl(),
      "Scrip-Store": merchantId,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ kind, address, token }),
  });
  if (status !== 200) throw new Error(`The shop was not connected: ${status} ${text}`);
}
