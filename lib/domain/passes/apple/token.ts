import { keyedHashes, sameSecret } from "@/lib/base/config/secrets";

type Owned = { id: string; ownerId: string };

// With the owner, so that a pass that an earlier owner saved would open nothing.
const tokensOf = ({ id, ownerId }: Owned): Buffer[] =>
  keyedHashes("apple-pass", `${id}:${ownerId}`);

/** The token by which a phone with this pass identifies itself: 64 hex digits. */
export const passToken = (pass: Owned): string => tokensOf(pass)[0]?.toString("hex") ?? "";

/** Whether it is the pass's token, under ENCRYPTION_KEY or a former key. */
export function isPassToken(pass: Owned, token: string): boolean {
  const tokenBytes = Buffer.from(token, "hex");
  return tokensOf(pass).filter((own) => sameSecret(own, tokenBytes)).length > 0;
}
