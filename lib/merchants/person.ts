import type { Ctx } from "../context";
import { Refusal } from "../errors";

export type Person = { userId: string; sessionId: string };

/** The signed-in person who asks, and the session they do it in. Refuses: unauthorized (a key). */
export function personOf({ principal: { session } }: Ctx): Person {
  if (!session) throw new Refusal("unauthorized");
  return { userId: session.userId, sessionId: session.id };
}
