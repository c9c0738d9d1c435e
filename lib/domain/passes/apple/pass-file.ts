import { eq } from "drizzle-orm";
import pLimit from "p-limit";
import { env } from "@/lib/base/config/env";
import type { ApplePasses } from "@/lib/base/config/env-passes";
import { textsOf } from "@/lib/base/i18n/texts";
import { decimalText } from "@/lib/base/money";
import { db } from "@/lib/db/client/client";
import { storeLogos } from "@/lib/db/schema/merchants";
import type { Pass } from "@/lib/domain/passes/pass";
import { expiryText, masked, passBalanceCents } from "@/lib/domain/passes/pass";
import { DEFAULT_BRAND_COLOR, inkOn } from "@/lib/domain/stores/brand-color";
import { passImages } from "./images";
import { passToken } from "./token";

/** The path below which phones reach Apple's web service for passes. */
const WEB_SERVICE_PATH = "/api/passes/apple";

// Signing and drawing take about 50 ms of CPU.
const queue = pLimit(1);

/**
 * Builds the signed file (.pkpass) of a pass. The pass of a card that is disabled is void and has no code. It updates
 * itself only if this instance is reached by HTTPS, which Apple requires.
 */
export const buildPassFile = (pass: Pass, apple: ApplePasses): Promise<Uint8Array> =>
  queue(async () => {
    const logo = await readLogo(pass.merchantId);
    const color = pass.store.brandColor ?? DEFAULT_BRAND_COLOR;
    const images = await passImages(logo, { color, ink: inkOn(color) });
    // Loaded on first use, because it is large and rarely needed.
    const { PKPass } = await import("passkit-generator");
    const content = Buffer.from(JSON.stringify(passJson(pass, apple, logo !== null)));
    const file = new PKPass(
      { ...images, "pass.json": content },
      {
        wwdr: apple.wwdr.toString(),
        signerCert: apple.certificate.toString(),
        signerKey: apple.key,
      },
    );
    return file.getAsBuffer();
  });

async function readLogo(merchantId: string): Promise<Uint8Array | null> {
  const [row] = await db()
    .select({ image: storeLogos.image })
    .from(storeLogos)
    .where(eq(storeLogos.merchantId, merchantId));
  return row?.image ?? null;
}

/** pass.json in Apple's format. */
function passJson(pass: Pass, { passTypeId, teamId }: ApplePasses, hasLogo: boolean) {
  const t = textsOf(pass.locale, "passes");
  const color = pass.store.brandColor ?? DEFAULT_BRAND_COLOR;
  const isVoid = pass.state === "disabled";
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: pass.id,
    organizationName: pass.store.name,
    description: t("description", { store: pass.store.name }),
    ...(!hasLogo && { logoText: pass.store.name }),
    backgroundColor: rgb(color),
    foregroundColor: rgb(inkOn(color)),
    labelColor: rgb(inkOn(color)),
    // Anyone with a copy of the pass could use the balance.
    sharingProhibited: true,
    ...(isVoid ? { voided: true } : { barcodes: barcodesOf(pass) }),
    ...(pass.expiresAt && { expirationDate: pass.expiresAt }),
    ...webService(pass),
    storeCard: fieldsOf(pass),
  };
}

function webService(pass: Pass) {
  const { appUrl } = env();
  if (!appUrl.startsWith("https://")) return {};
  return { webServiceURL: appUrl + WEB_SERVICE_PATH, authenticationToken: passToken(pass) };
}

/** The code as tills scan it. A phone shows the first format that it knows. */
const barcodesOf = ({ code }: Pass) => {
  const formats = { PKBarcodeFormatQR: code, PKBarcodeFormatCode128: code.replaceAll("-", "") };
  return Object.entries(formats).map(([format, message]) => ({
    format,
    message,
    messageEncoding: "iso-8859-1",
    altText: code,
  }));
};

function fieldsOf(pass: Pass) {
  const t = textsOf(pass.locale, "passes");
  const { currency, state, store } = pass;
  const expires = expiryText(pass);
  const contact = [store.supportEmail, store.supportPhone].filter((one) => one !== null).join("\n");
  const text = (key: string, label: string, value: string | null) =>
    value ? [{ key, label, value }] : [];
  return {
    primaryFields: [
      {
        key: "balance",
        label: t("balance"),
        value: Number(decimalText(passBalanceCents(pass), currency)),
        currencyCode: currency,
        // %@ is Apple's placeholder for the new value.
        changeMessage: t("newBalance", { balance: "%@" }),
      },
    ],
    secondaryFields: [
      { key: "card", label: t("card"), value: masked(pass.last4) },
      ...text("expires", t("expires"), expires),
    ],
    auxiliaryFields: text("state", t("state"), state === "active" ? null : t(`states.${state}`)),
    backFields: [
      ...text("contact", t("contact"), contact),
      ...text("terms", t("terms"), store.termsUrl),
      ...text("wallet", t("wallet"), `${env().appUrl}/wallet/cards/${pass.cardId}`),
    ],
  };
}

const rgb = (color: string): string => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgb(${channels.join(", ")})`;
};
