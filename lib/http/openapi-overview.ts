/** The prose of the API's description: what holds for every operation. */
export const OVERVIEW = `
Gift cards for points of sale, shops and integrations.

**Two shapes.** The service is published in two shapes. An API key is pinned to one when it is
created; the header \`Scrip-Shape: A\` or \`B\` overrides it for one request, and every answer
names its own.

**Amounts** are integers in minor units of the card's currency, from 1 to 9007199254740991.

**Idempotency.** Send \`Idempotency-Key\` (1 to 255 visible ASCII characters) with a POST that changes
something. Sent again within 24 hours with the same request, the original answer is given, byte for
byte, with \`Idempotent-Replayed: true\`. With another request it is a 409 \`idempotency_key_reused\`.

**Limits** are exact sliding windows per API key, told in \`RateLimit-Policy\` and \`RateLimit\`; a
call beyond them is a 429 with \`Retry-After\`. Malformed requests and replays cost nothing.

**Pages.** Lists take \`limit\` (at most 100) and either \`offset\` or the cursor of the last answer.

**Errors** are \`{error, message, requestId}\` and named extras; \`error\` is stable. What belongs to
another merchant is answered as if absent.
`.trim();
