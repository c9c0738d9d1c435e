import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import { updateBranding } from "@/lib/domain/stores/branding";
import { saveLogo } from "@/lib/domain/stores/logo";

const LOGO_PX = 192;

/** Gives the demo store its branding. Its logo is encoded already, so that a first start needs no decoder. */
export async function brandDemoStore(ctx: Ctx): Promise<void> {
  await updateBranding(ctx, {
    brandColor: "#2b3f75",
    supportEmail: "hello@juniper-street.example",
    supportPhone: "+1 503 555 0142",
    termsUrl: "https://juniper-street.example/gift-cards",
  });
  const image = readFileSync(join("lib", "demo", "logo.png"));
  await saveLogo(ctx, { image, widthPx: LOGO_PX, heightPx: LOGO_PX, hash: sha256(image) });
}
