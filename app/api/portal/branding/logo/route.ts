import { brandingReply, LogoBody, MAX_LOGO_BODY_BYTES } from "@/lib/api/contract/portal/branding";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { removeLogo, replaceLogo } from "@/lib/domain/stores/logo";

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
