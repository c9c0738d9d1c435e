import * as z from "zod/mini";
import type { PlatformKind } from "./types";

/** What opens the shop; kept sealed, and never shown again. */
export const Secret = z.string().check(z.trim(), z.minLength(1, "Paste it here."));

export const secretLabel: Record<PlatformKind, string> = {
  shopify: "Admin API access token",
  http: "Shared secret",
};

export const secretHelp: Record<PlatformKind, string> = {
  shopify: "It begins with shpat_. It is kept encrypted and never shown again.",
  http: "whsec_ and 32 bytes as base64. It is kept encrypted and never shown again.",
};
