import { env } from "@/lib/base/config/env";
import { isUuid } from "@/lib/base/ids";
import { type SenderBrand, senderBrandsOf } from "@/lib/domain/stores/brand";
import type { MailSender } from "./mail-content";
import { isConsumerMail } from "./store-mail";
import { safeName } from "./user-text";

/** The store whose customer gets an email; null if the email is from Scrip. */
function storeIn(payload: unknown): string | null {
  const { template, merchantId } = Object(payload);
  const isFromStore = isConsumerMail(template) && typeof merchantId === "string";
  return isFromStore && isUuid(merchantId) ? merchantId : null;
}

/** The stores that these emails are from, one for each; undefined for Scrip's own emails. */
export async function sendersOf(payloads: unknown[]): Promise<(MailSender | undefined)[]> {
  const ids = payloads.map(storeIn);
  const brands = await senderBrandsOf([...new Set(ids.filter((id) => id !== null))]);
  return ids.map((id) => {
    const brand = id === null ? undefined : brands.get(id);
    return brand && senderOfBrand(brand);
  });
}

const senderOfBrand = ({ name, senderName, logoUrl, ...brand }: SenderBrand): MailSender => ({
  ...brand,
  name: safeName(name),
  senderName: senderName && safeName(senderName),
  logoUrl: logoUrl && new URL(logoUrl, env().appUrl).href,
});

const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

type SenderHeaders = { from: string | { name: string; address: string }; replyTo?: string };

/** The From and Reply-To of an email: this instance's address under the store's name, if a store sends it. */
export function senderHeaders(sender: MailSender | undefined): SenderHeaders {
  const { mailFrom } = env();
  if (!sender) return { from: mailFrom };
  const { name, senderName, supportEmail } = sender;
  return {
    from: { name: senderName ?? name, address: addressIn(mailFrom) },
    ...(supportEmail && { replyTo: supportEmail }),
  };
}
