import { env } from "../env";
import { Refusal } from "../errors";
import { sameSecret, sha256 } from "../secrets";

/** Lets in whoever sends `Authorization: Bearer $CRON_SECRET`. Refuses: unauthorized. */
export function requireCronSecret(request: Request): void {
  // Hashed first, so that the comparison does not tell the secret's length.
  const given = sha256(request.headers.get("authorization") ?? "");
  if (sameSecret(given, sha256(`Bearer ${env().cronSecret}`))) return;
  throw new Refusal("unauthorized", { message: "The cron secret is missing or wrong." });
}
