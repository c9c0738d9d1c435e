import { z } from "zod";
import type { Profile } from "../merchants/profile";
import { sameInBoth } from "./shapes";

/** The signed-in person, their store and what they are in it. */
export const ProfileView = z.strictObject({
  user: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    isConfirmed: z.boolean(),
  }),
  merchant: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    currency: z.string(),
    timeZone: z.string(),
  }),
  role: z.enum(["owner", "manager", "viewer"]),
});

export const profileReply = sameInBoth(ProfileView, (profile: Profile) => profile);
