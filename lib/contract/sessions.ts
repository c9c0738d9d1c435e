import { z } from "zod";
import type { OpenSession } from "../merchants/sessions";
import { iso, Uuid } from "./fields";
import { sameInBoth } from "./shapes";

export const SessionParams = z.strictObject({ id: Uuid });

/** A browser in which the person is signed in. */
export const SessionView = z.strictObject({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  storeName: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});

export const sessionsReply = sameInBoth(
  z.strictObject({ sessions: z.array(SessionView) }),
  (sessions: OpenSession[]) => ({
    sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: iso(createdAt),
      lastSeenAt: iso(lastSeenAt),
    })),
  }),
);

export const revokedSessionsReply = sameInBoth(
  z.strictObject({ revoked: z.int() }),
  (answer: { revoked: number }) => answer,
);
