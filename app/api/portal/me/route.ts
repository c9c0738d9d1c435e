import { profileReply } from "@/lib/contract/portal";
import { Refusal } from "@/lib/errors";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { profileOf } from "@/lib/merchants/profile";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Who is signed in, and at which store.",
    scope: "store:read",
    reply: profileReply,
    refuses: ["unauthorized"],
    handle: async ({ merchantId, principal }) => {
      const profile = await profileOf(merchantId, principal.actor.replace("user:", ""));
      if (!profile) throw new Refusal("unauthorized");
      return profile;
    },
  }),
});
