import { z } from "zod";
import { LogoParams } from "@/lib/api/contract/portal/branding";
import { sameReply } from "@/lib/api/contract/shapes";
import { Refusal } from "@/lib/base/errors";
import { findLogo } from "@/lib/domain/stores/logo";
import { createHandler } from "./endpoint";
import { commonHeaders } from "./respond";

/** A store's logo, for anyone: pages of other sites show it too, because emails are read there. */
export const serveLogo = createHandler(
  { scope: null, params: LogoParams, reply: sameReply(z.unknown()) },
  async (_, { params }, facts) => {
    const image = await findLogo(params.merchantId, params.file);
    if (!image) throw new Refusal("not_found");
    return new Response(Buffer.from(image), {
      headers: {
        ...commonHeaders(facts),
        "Content-Type": "image/png",
        "Content-Length": String(image.length),
        "Content-Security-Policy": "default-src 'none'",
        "Cross-Origin-Resource-Policy": "cross-origin",
        // The URL changes with the image.
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  },
);
