import type { Principal } from "../context";
import { Refusal } from "../errors";
import { authenticateKey } from "../merchants/keys/authenticate";
import { sessionPrincipal } from "./session";

/** Who asks for an operation that is open to anybody. */
export const ANONYMOUS: Principal = {
  kind: "anonymous",
  merchantId: "",
  actor: "anonymous",
  scopes: [],
  shape: "A",
  limitPerWindow: null,
};

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * Who asks: the API key when one is presented, else the signed-in person. Refuses: unauthorized, and
 * what sessionPrincipal() does.
 */
export async function authenticate(request: Request, anyStore = false): Promise<Principal> {
  const header = request.headers.get("authorization");
  const key = header === null ? undefined : BEARER.exec(header)?.[1];
  const principal =
    header === null
      ? await sessionPrincipal(request, anyStore)
      : key
        ? await authenticateKey(key)
        : null;
  if (!principal) throw new Refusal("unauthorized");
  return principal;
}
