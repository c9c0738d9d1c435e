import type { ApplePasses } from "@/lib/base/config/env-passes";
import { isUuid } from "@/lib/base/ids";
import { findAnywhere } from "@/lib/db/client/in-buckets";
import { findPass, type Pass } from "@/lib/domain/passes/pass";
import { isPassToken } from "./token";

const AUTHORIZATION = /^ApplePass ([0-9a-f]{64})$/;

/** Compared with if there is no such pass, so that the response takes as long. */
const NO_PASS = { id: "", ownerId: "" };

/** The pass that a phone names, if it proves with the pass's token that it has it; null in every other case. */
export async function passOfPhone(
  apple: ApplePasses,
  { passTypeId, serial }: { passTypeId: string; serial: string },
  authorization: string | null,
): Promise<Pass | null> {
  const token = AUTHORIZATION.exec(authorization ?? "")?.[1] ?? "";
  const pass = isUuid(serial) ? await findAnywhere(() => findPass(serial, "apple")) : undefined;
  const isOwn = isPassToken(pass ?? NO_PASS, token);
  return pass && isOwn && passTypeId === apple.passTypeId ? pass : null;
}

/**
 * Whether a pass changed since a phone got it in the second `sinceSeconds` (Unix). A change in that second may have
 * been after it.
 */
export const isChangedSince = ({ updatedAtSeconds }: Pass, sinceSeconds: number): boolean =>
  updatedAtSeconds >= sinceSeconds;
