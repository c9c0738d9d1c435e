const KEYS = "lib/merchants/keys/keys.test.ts";
const CARD = "app/api/portal/cards/[uuid]/card.test.ts";

/** Codes, keys and what is told of them. @type {import("./mutants.mjs").Mutant[]} */
export const secrets = [
  {
    guarantee: "A card's code is never stored in the clear.",
    file: "lib/cards/code.ts",
    find: "  codeLast4: endOf(code),",
    replace: "  codeLast4: code,",
    tests: [{ file: "e2e/api/cards/create.spec.ts", title: "stands nowhere in the database" }],
  },
  {
    guarantee: "A code opens only for its own merchant and card.",
    file: "lib/secrets.ts",
    find: '.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");',
    replace: '.update(bytes.subarray(12, -16), undefined, "utf8");',
    tests: [{ file: "lib/cards/code.test.ts", title: "opens only for its own merchant and card" }],
  },
  {
    guarantee: "A code with one letter mistyped is no code.",
    file: "lib/cards/code.ts",
    find: "return wellFormed && checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;",
    replace: "return wellFormed ? code : null;",
    tests: [{ file: "lib/cards/code.test.ts", title: "with one letter mistyped is no code" }],
  },
  {
    guarantee: "A signed-in person sees a code masked wherever the API has it.",
    file: "lib/http/endpoint.ts",
    find: 'seesCodes: ctx.principal.kind === "key"',
    replace: 'seesCodes: ctx.principal.kind !== "anonymous"',
    tests: [{ file: CARD, title: "sees a code masked" }],
  },
  {
    guarantee: "Who was shown a code is in the audit log.",
    file: "lib/cards/reveal-code.ts",
    find: 'await audit(db(), authorOf(ctx), { action: "card.code_revealed",',
    replace: 'void ({ action: "card.code_revealed",',
    tests: [{ file: CARD, title: "a code is shown to who may change the card" }],
  },
  {
    guarantee: "What is logged of a failed query holds no parameter of it.",
    file: "lib/log.ts",
    find: 'const cause = "params" in error && error.cause instanceof Error ? error.cause : error;',
    replace: "const cause = error;",
    tests: [{ file: "lib/log.test.ts" }],
  },
  {
    guarantee: "A key's secret is compared, not its id alone.",
    file: "lib/merchants/keys/authenticate.ts",
    find: "if (!key || !sameSecret(key.secretHash, sha256(presented))) return null;",
    replace: "if (!key) return null;",
    tests: [{ file: KEYS, title: "with a wrong secret or an unknown id is refused" }],
  },
  {
    guarantee: "An expired key is refused.",
    file: "lib/merchants/keys/authenticate.ts",
    find: "\n      and (expires_at is null or expires_at > now())`;",
    replace: "`;",
    tests: [{ file: KEYS, title: "any more, since it expired, is refused" }],
  },
  {
    guarantee: "A revoked key is refused.",
    file: "lib/merchants/keys/authenticate.ts",
    find: "where id = any(${ids}::uuid[]) and revoked_at is null",
    replace: "where id = any(${ids}::uuid[])",
    tests: [{ file: KEYS, title: "is in force at once in this process" }],
  },
  {
    guarantee: "A revocation is in force everywhere within a second.",
    file: "lib/merchants/keys/authenticate.ts",
    find: "const OLD_AFTER_MS = 500;",
    replace: "const OLD_AFTER_MS = 500_000;",
    tests: [{ file: KEYS, title: "by another process is in force a second after it" }],
  },
  {
    guarantee: "A key is stored as a hash alone.",
    file: "lib/merchants/keys/format.ts",
    find: "last4: key.slice(-4),",
    replace: "last4: key,",
    tests: [{ file: KEYS, title: "is stored as a hash only" }],
  },
  {
    guarantee: "Several rolls of a key at once make one new key.",
    file: "lib/merchants/keys/roll.ts",
    find: 'if (old.replacedBy !== null) throw invalid("key", "was rolled already; roll its successor");',
    replace: "",
    tests: [{ file: "lib/merchants/keys/roll.test.ts", title: "several times at once makes one" }],
  },
  {
    guarantee: "A job runs for the cron secret alone.",
    file: "lib/http/cron-secret.ts",
    find: "if (sameSecret(given, sha256(`Bearer ${env().cronSecret}`))) return;",
    replace: "if (given.length > 0) return;",
    tests: [{ file: "lib/http/cron.test.ts", title: "a job runs for the cron secret alone" }],
  },
  {
    guarantee: "A webhook's secret stands in no list.",
    file: "lib/contract/webhook.ts",
    find: "(webhooks) => ({ webhooks: webhooks.map(presentB) }),",
    replace:
      "(webhooks) => ({ webhooks: webhooks.map((w) => ({ ...presentB(w), secret: openSecret(w, w.sealedSecret) })) }),",
    tests: [{ file: "e2e/webhooks/registration.spec.ts", title: "never with a secret" }],
  },
  {
    guarantee: "An online shop's token is stored sealed.",
    file: "lib/platforms/token.ts",
    find: '  seal("platform-token", contextOf(connection), token);',
    replace: '  `${token} ${seal("platform-token", contextOf(connection), token)}`;',
    tests: [{ file: "app/api/portal/platform/platform.test.ts", title: "keeps the token sealed" }],
  },
  {
    guarantee: "A shop's words are quoted without its token or a code.",
    file: "lib/platforms/exchange.ts",
    find: '.reduce((text, secret) => text.replace(spelled(secret), "…"), said)',
    replace: '.reduce((text, secret) => text.replace(secret, "…"), said)',
    tests: [{ file: "lib/platforms/exchange.test.ts" }],
  },
];
