import { BrandingChangeBody, brandingReply } from "@/lib/api/contract/portal/branding";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { readBranding, updateBranding } from "@/lib/domain/stores/branding";

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
