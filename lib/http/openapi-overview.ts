/** Description of the API in the OpenAPI document. */
export const OVERVIEW = `
Gift cards for points of sale, online shops and integrations.

**Response formats.** The API has two formats, shape A and shape B. Each API key has a default shape,
chosen when it is created. The header \`Scrip-Shape: A\` or \`B\` selects the shape of a single request,
and every response names its shape.

**Amounts** are integers in the smallest unit of the card's currency, from 1 to 9007199254740991.

**Idempotency.** Send \`Idempotency-Key\` (1 to 255 visible ASCII characters) with a POST request that
changes something. For 24 hours, the same request with the same key returns the first response, byte for
byte, with \`Idempotent-Replayed: true\`. A different request with the same key returns 409
\`idempotency_key_reused\`.

**Rate limits** are sliding windows per API key. The headers \`RateLimit-Policy\` and \`RateLimit\` contain
the limit and the requests left. A request over the limit returns 429 with \`Retry-After\`. Invalid requests
and replayed responses don't count.

**Test mode.** Every store has a test store with data and keys of its own, which start with
\`scrip_test_\`. It sends no email, and \`POST /test/clock\` moves its clock forward.

**Pagination.** Lists take \`limit\` (at most 100) and either \`offset\` or the cursor of the last response.

**Requests** have an id of ours in \`Scrip-Request-Id\`. Send your own as \`X-Request-Id\` (1 to 128 visible
ASCII characters): it is returned, and logged with ours if the request fails. A 201 names the new resource in \`Location\`.

**Errors** have \`error\`, \`message\`, \`requestId\` and \`doc_url\`, which leads to the code in the docs, and
some have further fields. \`error\` never changes. A resource of another store returns 404, as if it did not exist.
`.trim();
