import { env } from "@/lib/base/config/env";
import { seal, unseal } from "@/lib/base/config/secrets";
import { isUuid } from "@/lib/base/ids";

/** Whose email to whom an unsubscribe link stops. */
export type Subscription = { merchantId: string; email: string };

const PURPOSE = "unsubscribe";

/** A token that names the store and, encrypted, the address. It can be used again, and works while its key is configured. */
const unsubscribeToken = ({ merchantId, email }: Subscription): string =>
  `${merchantId}.${seal(PURPOSE, merchantId, email)}`;

/** The subscription of a token; null if the token is not ours. */
export function readUnsubscribeToken(token: string): Subscription | null {
  const [merchantId = "", ...sealed] = token.split(".");
  if (!isUuid(merchantId)) return null;
  try {
    return { merchantId, email: unseal(PURPOSE, merchantId, sealed.join(".")) };
  } catch {
    return null;
  }
}

/** The page for the link in the email, and the headers for the button of email clients (RFC 8058). */
export function unsubscribeLinks(subscription: Subscription) {
  const { appUrl, mailUnsubscribeTo } = env();
  const token = unsubscribeToken(subscription);
  const byMail = mailUnsubscribeTo
    ? [`<mailto:${mailUnsubscribeTo}?subject=${encodeURIComponent(`unsubscribe ${token}`)}>`]
    : [];
  return {
    page: `${appUrl}/unsubscribe/${token}`,
    headers: {
      "List-Unsubscribe": [`<${appUrl}/api/unsubscribe/${token}>`, ...byMail].join(", "),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
