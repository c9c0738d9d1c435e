import { env } from "@/lib/base/config/env";
import { ADA } from "@/lib/demo/customers";
import type { Demo } from "@/lib/demo/seed";
import { DEMO_PIN } from "@/lib/demo/tills";

const KEY_CHECK_TIMEOUT_MS = 5_000;

/** Whether the API key works: the demo store can be in another database, or the key revoked. */
async function isKeyAccepted(demo: Demo): Promise<boolean> {
  const { port } = env();
  try {
    const response = await fetch(`http://localhost:${port}/api/v1/cards?limit=1`, {
      headers: { Authorization: `Bearer ${demo.apiKey}` },
      signal: AbortSignal.timeout(KEY_CHECK_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** How to open the demo till: with its code at the first start, later with a new one. */
const tillWords = ({ pairingCode }: Demo): string =>
  `${pairingCode ? `pairing code ${pairingCode}` : "add a device under Settings → Devices"}, PIN ${DEMO_PIN}`;

/** Prints the URL, the demo sign-in and a request to paste. */
export async function announce(demo: Demo | null): Promise<void> {
  const { appUrl, local, signUp, smtpUrl } = env();
  console.log(`\nScrip runs at ${appUrl}${local ? " (this machine only)" : ""}`);
  if (!demo || !(await isKeyAccepted(demo))) {
    console.log(signUp === "open" ? `Create a store at ${appUrl}/sign-up\n` : "");
    return;
  }
  const link = smtpUrl ? "is emailed through SMTP_URL" : `is at ${appUrl}/dev/mail`;
  console.log(`
Sign in  ${appUrl}/sign-in  email ${demo.email}  password ${demo.password}
Till     ${appUrl}/till  ${tillWords(demo)}
Wallet   ${appUrl}/wallet  email ${ADA.email}  the link ${link}

Create a gift card in test mode. To see it, choose Switch to test mode in the store menu:

  curl -X POST ${appUrl}/api/v1/cards \\
    -H "Authorization: Bearer ${demo.apiKey}" \\
    -H "Content-Type: application/json" \\
    -d '{"currency":"USD","cardType":"digital"}'
`);
}
