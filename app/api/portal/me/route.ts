import { profileReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readProfile } from "@/lib/merchants/profile";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Who is signed in, and at which store.",
    scope: "store:read",
    reply: profileReply,
    refuses: ["unauthorized"],
    handle: readProfile,
  }),
});
