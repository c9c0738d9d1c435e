/** Programs that check X-Service-Signature: the hex HMAC-SHA256 of the raw body. */

export const nodeSample = `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: as it arrived, before JSON.parse
export function isSigned(secret, rawBody, header) {
  const mac = createHmac("sha256", secret);
  const expected = mac.update(rawBody).digest("hex");
  const given = Buffer.from(String(header));
  return (
    given.length === expected.length &&
    timingSafeEqual(given, Buffer.from(expected))
  );
}
`;

export const pythonSample = `import hashlib
import hmac


# raw_body: bytes as they arrived, before json.loads
def is_signed(secret, raw_body, header):
    key = secret.encode()
    mac = hmac.new(key, raw_body, hashlib.sha256)
    expected = mac.hexdigest().encode()
    return hmac.compare_digest(expected, header.encode())
`;

export const phpSample = `<?php

// $rawBody: as it arrived, before json_decode
function isSigned($secret, $rawBody, $header): bool
{
    $expected = hash_hmac('sha256', $rawBody, $secret);
    return hash_equals($expected, $header);
}

$rawBody = file_get_contents('php://input');
$header = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$secret = getenv('WEBHOOK_SECRET');
if (!$secret || !isSigned($secret, $rawBody, $header)) {
    http_response_code(401);
    exit;
}
`;

/** Signs a body in a shell and sends it to the receiver at `url`, which should accept it. */
export const curlSample = (url: string) => `# WEBHOOK_SECRET holds the signing secret
BODY='{"event":"webhook.test"}'
SIGNATURE=$(printf %s "$BODY" |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r |
  cut -d ' ' -f 1)

curl ${quoted(url)} \\
  -H "Content-Type: application/json" \\
  -H "X-Service-Signature: $SIGNATURE" \\
  --data-binary "$BODY"
`;

/** A word of a shell's command, whatever it contains. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
