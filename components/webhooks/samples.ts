/** Programs that check X-Service-Signature: the hex HMAC-SHA256 of the raw body. */

export const nodeSample = `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the request's body as it arrived, before JSON.parse
export function isSigned(secret, rawBody, header) {
  const expected = createHmac("sha256", secret).update(rawBody).digest("hex");
  const given = Buffer.from(String(header));
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

// In a server: if (!isSigned(process.env.WEBHOOK_SECRET, rawBody,
//   request.headers["x-service-signature"])) answer 401
`;

export const pythonSample = `import hashlib
import hmac


# raw_body: the request's body as bytes, before json.loads
def is_signed(secret: str, raw_body: bytes, header: str) -> bool:
    expected = hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (header or "").encode())


# In a view: if not is_signed(os.environ["WEBHOOK_SECRET"], request.get_data(),
#     request.headers.get("X-Service-Signature")): answer 401
`;

export const phpSample = `<?php

// $rawBody: the request's body as it arrived, before json_decode
function isSigned(string $secret, string $rawBody, string $header): bool
{
    return hash_equals(hash_hmac('sha256', $rawBody, $secret), $header);
}

$rawBody = file_get_contents('php://input');
if (!isSigned(getenv('WEBHOOK_SECRET'), $rawBody, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
`;

/** Signs a body in a shell and sends it to the receiver at `url`, which should accept it. */
export const curlSample = (url: string) => `# WEBHOOK_SECRET holds the signing secret
BODY='{"event":"webhook.test"}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)

curl ${quoted(url)} \\
  -H "Content-Type: application/json" \\
  -H "X-Service-Signature: $SIGNATURE" \\
  --data-binary "$BODY"
`;

/** A word of a shell's command, whatever it contains. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
