import type { GooglePasses } from "@/lib/base/config/env-passes";
import type { Pass } from "@/lib/domain/passes/pass";
import { signJwt } from "./jwt";
import { briefClass, giftCardObject } from "./objects";

const SAVE_URL = "https://pay.google.com/gp/v/save/";

/** The link that saves a pass to Google Wallet. It contains the card's code, so only its owner may get it. */
export function saveLink(pass: Pass, google: GooglePasses): string {
  const claims = {
    iss: google.email,
    aud: "google",
    typ: "savetowallet",
    iat: Math.floor(Date.now() / 1_000),
    payload: {
      giftCardClasses: [briefClass(pass, google)],
      giftCardObjects: [giftCardObject(pass, google)],
    },
  };
  return SAVE_URL + signJwt(claims, google.key);
}
