import { mutant } from "./mutant.mjs";

const BAD_INPUT_SPEC = "e2e/api/bad-input.spec.ts";
const ERRORS_SPEC = "e2e/api/errors.spec.ts";
const SHAPES_SPEC = "e2e/api/shapes.spec.ts";

/** Guarantees for every API request and response. */
export const api = [
  mutant("No answer is kept by a cache.", "lib/http/respond.ts")
    .without('  "Cache-Control": "no-store",\n')
    .caughtBy(SHAPES_SPEC, "every operation answers exactly the names"),
  mutant("Every response says its shape.", "lib/http/respond.ts")
    .without('"Scrip-Shape": shape,')
    .caughtBy(SHAPES_SPEC, "every refusal says its shape and names no technology"),
  mutant("Scrip-Shape asks for the other shape for one request.", "lib/http/parse.ts")
    .replacing("return header;", "return principal.shape;")
    .caughtBy(SHAPES_SPEC, "the header Scrip-Shape chooses the schemas of request and response"),
  mutant("A Scrip-Shape that is neither A nor B is a 400.", "lib/http/parse.ts")
    .replacing('throw invalidField("Scrip-Shape", "must be A or B");', "return principal.shape;")
    .caughtBy(ERRORS_SPEC, "refuses a Scrip-Shape that is neither A nor B"),
  mutant("Under Shape B a debit has the balance before and after.", "lib/contract/redemption.ts")
    .replacing(
      "      newBalanceCents: card.balanceCents,\n",
      "      newBalanceCents: previousBalanceCents,\n",
    )
    .caughtBy("e2e/api/cards/debit.spec.ts", "a debit in Shape B answers"),
  mutant("Under Shape B an inactive card is unactivated.", "lib/contract/card.ts")
    .replacing("(card, reader), status: statusB(card.status)", "(card, reader)")
    .caughtBy("e2e/api/cards/create.spec.ts", "a new card is inactive and empty"),
  mutant("A method that a URL does not have is a 405 with Allow.", "lib/http/endpoint.ts")
    .replacing('("method_not_allowed", { headers: { Allow: allow } })', '("method_not_allowed")')
    .caughtBy("e2e/api/errors.spec.ts", "a method that a URL does not have is a 405 with Allow"),
  mutant("A malformed id in a path is a 404.", "lib/http/parse.ts")
    .replacing('throw new Refusal("not_found");', 'throw new Refusal("invalid_request");')
    .caughtBy(ERRORS_SPEC, "answers 404 to what cannot be an id"),
  mutant("A query parameter that is not known is a 400.", "lib/http/parse.ts")
    .replacing("export const NO_QUERY = z.strictObject({})", "export const NO_QUERY = z.object({})")
    .caughtBy(ERRORS_SPEC, "every operation refuses an unknown or repeated query parameter"),
  mutant("A query parameter that is given twice is a 400.", "lib/http/parse.ts")
    .without(
      'if ((key ?? name) in target) throw invalidField(printable(name), "must be sent only once");',
    )
    .caughtBy(ERRORS_SPEC, "every operation refuses an unknown or repeated query parameter"),
  mutant("A field that is not known is a 400 that names it.", "lib/contract/fields.ts")
    .replacing(
      "const NoBody = inBothShapes(z.strictObject({}));",
      "const NoBody = inBothShapes(z.object({}));",
    )
    .caughtBy(BAD_INPUT_SPEC, "every operation refuses an unknown field, by its name"),
  mutant("No body beyond 64 KB is taken.", "lib/http/body.ts")
    .replacing("const MAX_BYTES = 64 * 1024;", "const MAX_BYTES = 1024 * 1024;")
    .caughtBy(BAD_INPUT_SPEC, "no operation takes a body beyond 64 KB, announced or not"),
  mutant("No body beyond 64 KB is taken when it comes in chunks.", "lib/http/body.ts")
    .without("if (size > maxBytes) throw tooLarge();")
    .caughtBy(BAD_INPUT_SPEC, "no operation takes a body beyond 64 KB, announced or not"),
  mutant("application/json alone is taken.", "lib/http/body.ts")
    .replacing('if (mediaType(request) !== "application/json") throw', "if (false) throw")
    .caughtBy(BAD_INPUT_SPEC, "every operation takes only application/json"),
  mutant("Text that Postgres can't keep is a 400.", "lib/text.ts")
    .replacing('!text.includes("\\0") && text.isWellFormed()', "text.isWellFormed()")
    .caughtBy(BAD_INPUT_SPEC, "every operation refuses a too long note or referenceId"),
  mutant("A key that is in JSON twice is refused.", "lib/http/body.ts")
    .replacing("if (keys.has(String(key))) throw", "if (false) throw")
    .caughtBy("lib/http/body.test.ts"),
  mutant("JSON deeper than 20 levels is refused.", "lib/http/body.ts")
    .replacing("const MAX_DEPTH = 20;", "const MAX_DEPTH = 21;")
    .caughtBy("lib/http/body.test.ts"),
  mutant("An amount is 1 or more.", "lib/contract/fields.ts")
    .replacing("  .int()\n  .min(1)", "  .int()\n  .min(0)")
    .caughtBy(BAD_INPUT_SPEC, "every operation refuses an invalid amount, and moves nothing"),
  mutant("What nobody foresaw is a 500 without details.", "lib/http/respond.ts")
    .replacing('("internal_error");', '("internal_error", { message: String(thrown) });')
    .caughtBy("lib/http/failures.test.ts"),
  mutant("A card locked too long is a 409 with a key, a 503 without.", "lib/http/respond.ts")
    .replacing("if (hasIdempotencyKey && sqlState(thrown) === LOCK_TIMEOUT) {", "if (false) {")
    .caughtBy("lib/http/failures.test.ts", "a card that is held too long"),
  mutant("A cursor visits every row once.", "lib/page.ts")
    .replacing(
      "const items = rows.slice(0, limit);\n  const last = items.at(-1);",
      "const items = rows.slice(0, limit);\n  const last = items.at(-2) ?? items.at(-1);",
    )
    .caughtBy("e2e/api/pagination.spec.ts", "cursors visit every row of a list once"),
  mutant("A list that is whole on its first page has as many as it shows.", "lib/page.ts")
    .replacing("isWhole && counted !== null ? (rows.length as Total)", "isWhole ? counted")
    .caughtBy("lib/page.test.ts", "has as many as it shows"),
  mutant("A claimCode must be this card's.", "lib/cards/claim.ts")
    .replacing("claimCode === undefined || sameSecret(", "true || sameSecret(")
    .caughtBy("e2e/api/cards/claim.spec.ts", "A claimCode must be this card's"),
  mutant("A claim by another consumer is a 409, and the owner stays.", "lib/cards/claim.ts")
    .without('if (card.ownerEmail) throw new Refusal("card_already_claimed");')
    .caughtBy("e2e/api/cards/claim.spec.ts", "a claim doesn't change an owner"),
  mutant("A key needs the operation's scope.", "lib/http/principals.ts")
    .replacing("if (scopes.includes(scope)) return;", "if (scopes.length > 0) return;")
    .caughtBy("e2e/api/authentication.spec.ts", "every operation needs its scope"),
  mutant("Both lanes return the same bytes.", "lib/server/prepare-request.ts")
    .without("    removeNextHeaders(request, response);\n")
    .caughtBy("e2e/lanes/same-answers.spec.ts"),
  mutant("A non-canonical path is a JSON 404 in both lanes.", "lib/server/prepare-request.ts")
    .without(
      'if (NON_CANONICAL.test(path)) return refuse(request, response, new Refusal("not_found"));',
    )
    .caughtBy("e2e/lanes/same-answers.spec.ts", "however the URL is spelt"),
  mutant("A local instance answers at localhost only.", "lib/server/prepare-request.ts")
    .replacing("if (onlyThisMachine && ", "if (false && ")
    .caughtBy("lib/server/prepare-request.test.ts"),
  mutant("A store has 64 reads under way at once.", "lib/limits/reads-under-way.ts")
    .replacing(
      "if (reads.underWay < MAX_READS_UNDER_WAY)",
      "if (reads.underWay <= MAX_READS_UNDER_WAY)",
    )
    .caughtBy("lib/limits/reads-under-way.test.ts"),
  mutant("Debits don't wait for reads to know their key.", "lib/merchants/keys/authenticate.ts")
    .replacing("await reservedPool()<KeyRow", "await pg()<KeyRow")
    .caughtBy("lib/merchants/keys/keys.test.ts", "is looked up while reads hold"),
  mutant("A client that takes nothing is disconnected.", "lib/server/listen.ts")
    .without("  server.timeout = limits.idleMs;\n")
    .caughtBy("lib/server/listen.test.ts", "a client that takes nothing"),
  mutant("One network has 250 connections.", "lib/server/listen.ts")
    .without("  limitNetworks(server, limits.perNetwork);\n")
    .caughtBy("lib/server/listen.test.ts", "one network has so many"),
  mutant("A public document is built once.", "lib/http/document.ts")
    .replacing("versions.get(shape) ?? encode(", "encode(")
    .caughtBy("lib/http/document.test.ts", "is built once"),
];
