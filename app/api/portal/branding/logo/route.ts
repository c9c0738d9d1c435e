import { brandingReply, LogoBody, MAX_LOGO_BODY_BYTES } from "@/lib/contract/branding";
import { endpoint, resource } from "@/lib/http/endpoint";
import { removeLogo, replaceLogo } from "@/lib/merchants/logo";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PUT: endpoint({
    scope: "store:manage",
    body: LogoBody,
    maxBodyBytes: MAX_LOGO_BODY_BYTES,
    reply: brandingReply,
    handle: (ctx, { body }) => replaceLogo(ctx, body),
  }),
  DELETE: endpoint({
    scope: "store:manage",
    reply: brandingReply,
    handle: (ctx) => removeLogo(ctx),
  }),
});
