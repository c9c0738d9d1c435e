/** Description of the API in the OpenAPI document. */
export const OVERVIEW = `
Gift cards for tills, online shops and integrations.

**Amounts** are integers in minor units of the card's currency, such as cents, from 1 to 9007199254740991.

**Idempotency.** Send \`Idempotency-Key\` (1 to 255 visible ASCII characters) with a POST request that
changes data. For 24 hours, the same request with the same key returns the first response, byte for
byte, with \`Idempotent-Replayed: true\`. A different request with the same key returns 409
\`idempotency_key_reused\`.

**Rate limits** are sliding windows per API key. The headers \`RateLimit-Policy\` and \`RateLimit\` contain
the limit and the number of requests left. A request over the limit returns 429 with \`Retry-After\`. Invalid
requests and replayed responses don't count.

**Test mode.** Every store has a test store with its own data and API keys, which start with
\`scrip_test_\`. A test store sends no email, and \`POST /test/clock\` moves its clock forward.

**Pagination.** Lists accept \`limit\` (up to 100) and either \`offset\` or \`cursor\`. Set \`cursor\` to the
previous response's \`nextCursor\` (\`next_cursor\` in shape B).

**Request IDs.** Every response has the request's ID in \`Scrip-Request-Id\`. You can send your own as
\`X-Request-Id\` (1 to 128 visible ASCII characters). We return your ID. If the request fails, we also log it with ours.
A 201 response has the path of the new resource in \`Location\`.

**Compatibility.** Shape A is the format for new integrations. Systems built for shape B use a key with shape B as its
default, or send the header \`Scrip-Shape: B\`. Every response names its shape in the same header.

**Errors** have \`error\`, \`message\`, \`requestId\` and \`doc_url\`, a link to the error code in the docs. Some
have more fields. The codes in \`error\` never change. A resource from another store returns 404, as if it didn't
exist.
`.trim();
