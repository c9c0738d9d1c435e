const LINKS = "app/api/wallet/links.test.ts";
const WALLET = "app/api/wallet/wallet.test.ts";
const BALANCE = "app/api/wallet/balance.test.ts";

/** What the holders of cards see. @type {import("./mutants.mjs").Mutant[]} */
export const wallet = [
  {
    guarantee: "A mailed link lets one person in, once.",
    file: "lib/consumers/links.ts",
    find: "          isNull(consumerLinks.usedAt),\n",
    replace: "",
    tests: [{ file: LINKS, title: "opens its wallet once" }],
  },
  {
    guarantee: "A sign-in link works for ten minutes.",
    file: "lib/consumers/links.ts",
    find: "          gt(consumerLinks.expiresAt, sql`now()`),\n",
    replace: "",
    tests: [{ file: LINKS, title: "is over when the database's clock says so" }],
  },
  {
    guarantee: "No GET uses a link.",
    file: "app/api/wallet/open/route.ts",
    find: "resource({\n  POST: endpoint({",
    replace: "resource({\n  GET: endpoint({",
    tests: [{ file: LINKS, title: "nor by any GET" }],
  },
  {
    guarantee: "A link's token is kept as a hash alone.",
    file: "lib/opaque-token.ts",
    find: "=> sha256(token);",
    replace: "=> Buffer.from(token);",
    tests: [{ file: LINKS, title: "is kept as a hash" }],
  },
  {
    guarantee: "A wallet that a link to one card opened shows that card alone.",
    file: "lib/consumers/wallet/cards.ts",
    find: ".where(and(eq(cards.ownerId, id), only, which));",
    replace: ".where(and(eq(cards.ownerId, id), which));",
    tests: [{ file: LINKS, title: "opens its card and no other" }],
  },
  {
    guarantee: "A wallet that a link to one card opened does nothing that needs the whole.",
    file: "lib/http/sessions.ts",
    find: 'session.only ? ["wallet:card"] : ["wallet:card", "wallet:own"],',
    replace: '["wallet:card", "wallet:own"],',
    tests: [{ file: WALLET, title: "does nothing that needs the whole" }],
  },
  {
    guarantee: "A wallet shows nobody else's cards.",
    file: "lib/consumers/wallet/cards.ts",
    find: ".where(and(eq(cards.ownerId, id), only, which));",
    replace: ".where(and(only, which));",
    tests: [{ file: WALLET, title: "nobody else's are there" }],
  },
  {
    guarantee: "A wallet is not changed from another site's page.",
    file: "lib/http/sessions.ts",
    find: "  checkOrigin(request);\n  const { consumer, session }",
    replace: "  const { consumer, session }",
    tests: [{ file: WALLET }],
  },
  {
    guarantee: "A shop's access code ends when its owner says so.",
    file: "lib/consumers/tokens.ts",
    find: "and(isNull(consumerTokens.revokedAt), ",
    replace: "and(",
    tests: [{ file: "app/api/v1/cards/[uuid]/claim/claim.test.ts", title: "an ended one is bad" }],
  },
  {
    guarantee: "A wrong code is guessed ten times in 15 minutes from one address.",
    file: "lib/throttle/throttle.ts",
    find: '"balance-address": { max: 10,',
    replace: '"balance-address": { max: 12,',
    tests: [{ file: BALANCE, title: "is guessed ten times in 15 minutes" }],
  },
  {
    guarantee: "A million wrong codes take twelve weeks.",
    file: "lib/throttle/throttle.ts",
    find: '"balance-everywhere": { max: 500, windowMs: HOUR_MS },',
    replace: '"balance-everywhere": { max: 500, windowMs: MINUTE_MS },',
    tests: [{ file: BALANCE, title: "is guessed 500 times an hour" }],
  },
  {
    guarantee: "Codes that can be guessed are not found on the public balance page.",
    file: "lib/cards/code.ts",
    find: "return code && isHardToGuess(code) ? code : null;",
    replace: "return code;",
    tests: [
      { file: "app/api/portal/batches/import/import.test.ts", title: "codes that can be guessed" },
    ],
  },
  {
    guarantee: "A caller's address is what our own proxies say, not what the caller does.",
    file: "lib/http/address.ts",
    find: "return forwarded.at(-1 - hops)?.trim()",
    replace: "return forwarded.at(0)?.trim()",
    tests: [{ file: "lib/http/address.test.ts" }],
  },
];
