import type { Ctx } from "../context";
import { updateBranding } from "../merchants/branding";
import { replaceLogo } from "../merchants/logo";

/** An open book under juniper berries. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="192" height="192">
  <rect width="96" height="96" fill="#f6f1e7"/>
  <path d="M48 40C39 33 26 32 14 35V74C26 71 39 72 48 79Z" fill="#2b3f75"/>
  <path d="M48 40C57 33 70 32 82 35V74C70 71 57 72 48 79Z" fill="#46609f"/>
  <path d="M48 36C48 28 44 20 34 15M48 36C48 28 52 20 62 15" fill="none" stroke="#3f6b4a" stroke-width="3"/>
  <circle cx="48" cy="17" r="6" fill="#2b3f75"/>
  <circle cx="35" cy="25" r="5" fill="#46609f"/>
  <circle cx="61" cy="25" r="5" fill="#46609f"/>
</svg>`;

/** Gives the demo store its branding. */
export async function brandDemoStore(ctx: Ctx): Promise<void> {
  await updateBranding(ctx, {
    brandColor: "#2b3f75",
    supportEmail: "hello@juniper-street.example",
    supportPhone: "+1 503 555 0142",
    termsUrl: "https://juniper-street.example/gift-cards",
  });
  const { default: sharp } = await import("sharp");
  await replaceLogo(ctx, { image: await sharp(Buffer.from(LOGO)).png().toBuffer() });
}
