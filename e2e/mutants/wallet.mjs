import { mutant } from "./mutant.mjs";

const LINKS_TEST = "app/api/wallet/links.test.ts";
const WALLET_TEST = "app/api/wallet/wallet.test.ts";
const BALANCE_TEST = "app/api/wallet/balance.test.ts";

/** The customer's wallet. */
export const wallet = [
  mutant("A mailed link lets one person in, once.", "lib/consumers/links.ts")
    .without("          isNull(consumerLinks.usedAt),\n")
    .caughtBy("app/api/wallet/links.test.ts", "opens its wallet once"),
  mutant("A sign-in link works for ten minutes.", "lib/consumers/links.ts")
    .without("          gt(consumerLinks.expiresAt, sql`now()`),\n")
    .caughtBy("app/api/wallet/links.test.ts", "expires by the database's clock"),
  mutant("No GET uses a link.", "app/api/wallet/open/route.ts")
    .replacing("import { post }", "import { get as post }")
    .caughtBy(LINKS_TEST, "is not used by any GET"),
  mutant("A link's token is kept as a hash alone.", "lib/opaque-token.ts")
    .replacing("=> sha256(token);", "=> Buffer.from(token);")
    .caughtBy(LINKS_TEST, "is stored as a hash"),
  mutant("A link to one card shows that card alone.", "lib/consumers/wallet/cards.ts")
    .replacing("isNull(cards.replacedById), only, which));", "isNull(cards.replacedById), which));")
    .caughtBy(LINKS_TEST, "opens its card and no other"),
  mutant("A link to one card doesn't open the whole wallet.", "lib/http/sessions.ts")
    .replacing('session.only ? ["wallet:card"] : ["wallet:card"', '["wallet:card"')
    .caughtBy("app/api/wallet/wallet.test.ts", "does nothing that needs the whole"),
  mutant("A wallet shows nobody else's cards.", "lib/consumers/wallet/cards.ts")
    .replacing(
      ".where(and(eq(cards.ownerId, id), isNull(cards.replacedById), only, which));",
      ".where(and(isNull(cards.replacedById), only, which));",
    )
    .caughtBy(WALLET_TEST, "other people's cards are a 404"),
  mutant("A wallet is not changed from another site's page.", "lib/http/sessions.ts")
    .replacing(
      "  checkOrigin(request);\n  const { consumer, session }",
      "  const { consumer, session }",
    )
    .caughtBy("app/api/wallet/wallet.test.ts"),
  mutant("A shop's access code ends when its owner says so.", "lib/consumers/tokens.ts")
    .replacing("and(isNull(consumerTokens.revokedAt), ", "and(")
    .caughtBy("app/api/v1/cards/[uuid]/claim/claim.test.ts", "with a wrong, revoked or expired"),
  mutant("A network checks twenty codes at a store in 15 minutes.", "lib/limits/attempt-limits.ts")
    .replacing('"balance-store": { max: 20,', '"balance-store": { max: 22,')
    .caughtBy(BALANCE_TEST, "is checked twenty times in 15 minutes"),
  mutant("IPv6 addresses of one network count together.", "lib/networks.ts")
    .replacing("const HOME_BITS = 64;", "const HOME_BITS = 128;")
    .caughtBy(BALANCE_TEST, "counts the addresses of one IPv6 network together"),
  mutant(
    "A flood of requests doesn't keep a sign-in link from its person.",
    "lib/consumers/links.ts",
  )
    .replacing("if (!isWithinLimits && !isFirstLately) return;", "if (!isWithinLimits) return;")
    .caughtBy(LINKS_TEST, "then once in five minutes"),
  mutant("Codes that can be guessed are not found on the public balance page.", "lib/cards/code.ts")
    .replacing("return code && isHardToGuess(code) ? code : null;", "return code;")
    .caughtBy("app/api/portal/batches/import/import.test.ts", "codes that can be guessed"),
  mutant("A caller's address is what our own proxies say.", "lib/http/principals.ts")
    .replacing("forwarded.at(-1 - trustedProxyHops);", "forwarded.at(0);")
    .caughtBy("lib/http/address.test.ts"),
];
