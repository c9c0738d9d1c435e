import { type KeyObject, sign } from "node:crypto";

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JSON Web Token with these claims, signed with an RSA key (RS256). */
export function signJwt(claims: object, key: KeyObject): string {
  const content = `${encoded({ alg: "RS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}
