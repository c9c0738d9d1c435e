import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";

const ORIGIN = "http://localhost:3000";
const USER_PRESENT_AND_VERIFIED = 0x05;
const ES256 = -7;
const COSE_KEY = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3 };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

type Sign = { challenge: string; counter?: number; origin?: string; rpId?: string };

/** Gives a user a passkey, and returns the device that has it. */
export async function addPasskeyOf(userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = new Map<number, number | Uint8Array>([
    [COSE_KEY.type, 2],
    [COSE_KEY.algorithm, ES256],
    [COSE_KEY.curve, 1],
    [COSE_KEY.x, new Uint8Array(Buffer.from(x, "base64url"))],
    [COSE_KEY.y, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  const [passkeyId, id] = [newId(), randomBytes(16).toString("base64url")];
  await pg()`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    values (${passkeyId}, ${userId}, ${id}, ${Buffer.from(isoCBOR.encode(cose))}, 0, '{}', 'Phone')`;
  /** What the browser sends after the device signed a challenge. */
  const answer = ({ challenge, counter = 1, origin = ORIGIN, rpId = "localhost" }: Sign) => {
    const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(counter);
    const authenticatorData = Buffer.concat([
      sha256(rpId),
      Buffer.from([USER_PRESENT_AND_VERIFIED]),
      uses,
    ]);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      },
    };
  };
  return { passkeyId, answer };
}
