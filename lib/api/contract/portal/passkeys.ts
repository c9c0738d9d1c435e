import { z } from "zod";
import { Name, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { PROOF_FIELDS } from "./account";

const MAX_RESPONSE_CHARS = 10_000;

/** The browser's response. Its other fields are checked by the WebAuthn library. */
export const PasskeyResponseSchema = z.looseObject({
  id: z.string().min(1).max(MAX_RESPONSE_CHARS),
  response: z.looseObject({ clientDataJSON: z.string().min(1).max(MAX_RESPONSE_CHARS) }),
});

export const StartPasskeyBody = inBothShapes(z.strictObject(PROOF_FIELDS));
export const AddPasskeyBody = inBothShapes(
  z.strictObject({ name: Name, response: PasskeyResponseSchema }),
);
export const RemovePasskeyBody = inBothShapes(z.strictObject(PROOF_FIELDS));
export const PasskeyParams = z.strictObject({ id: Uuid });

/** The options for navigator.credentials, in the JSON form of WebAuthn. */
export const passkeyOptionsReply = sameReply(
  z.looseObject({ challenge: z.string() }),
  (options: { challenge: string }) => JSON.parse(JSON.stringify(options)) as { challenge: string },
);

const PasskeyView = z.object({
  id: z.guid(),
  name: z.string(),
  createdAt: ShownInstant,
  lastUsedAt: ShownInstant.nullable(),
});

export const passkeyReply = sameReply(PasskeyView);
export const passkeysReply = sameListReply("passkeys", PasskeyView);
