import { BrandingChangeBody, brandingReply } from "@/lib/contract/branding";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readBranding, updateBranding } from "@/lib/merchants/branding";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: brandingReply,
    handle: (ctx) => readBranding(ctx),
  }),
  PATCH: endpoint({
    scope: "store:manage",
    body: BrandingChangeBody,
    reply: brandingReply,
    handle: (ctx, { body }) => updateBranding(ctx, body),
  }),
});
