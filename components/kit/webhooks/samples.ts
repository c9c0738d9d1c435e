/**
 * Code samples that verify X-Service-Signature: the hex HMAC-SHA256 of the raw body. Each accepts
 * several secrets for use during a rotation, and rejects every request if no secret is set.
 */

const nodeVerification = `// secrets: a list, with both during a rotation
// rawBody: as received, before JSON.parse
// header: X-Service-Signature, or undefined
function isSigned(secrets, rawBody, header) {
  const given = Buffer.from(header ?? "");
  return secrets.filter(Boolean).some((secret) => {
    const expected = createHmac("sha256", secret)
      .update(rawBody)
      .digest("hex");
    return (
      given.length === expected.length &&
      timingSafeEqual(given, Buffer.from(expected))
    );
  });
}`;

export const nodeSample = `import { createHmac, timingSafeEqual } from "node:crypto";

${nodeVerification}

// Respond with 401 unless isSigned(
//   [process.env.WEBHOOK_SECRET], rawBody,
//   request.headers["x-service-signature"])
`;

/** A complete server that verifies each event and prints its name. */
export const receiverSample = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

${nodeVerification}

const secrets = [process.env.WEBHOOK_SECRET];
const port = process.env.RECEIVER_PORT ?? 4000;

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks);
  if (!isSigned(secrets, rawBody, request.headers["x-service-signature"])) {
    console.log("Wrong signature");
    return response.writeHead(401).end();
  }
  const { event, data } = JSON.parse(rawBody);
  console.log(\`Verified: \${event}\`, data);
  response.writeHead(204).end();
}).listen(port, () => console.log(\`Listening on port \${port}\`));
`;

export const pythonSample = `import hashlib
import hmac


# secrets: a list, with both during a rotation
# raw_body: bytes as received, before json.loads
# header: X-Service-Signature, or None
def is_signed(secrets, raw_body, header):
    given = (header or "").encode()
    for secret in filter(None, secrets):
        key = secret.encode()
        mac = hmac.new(key, raw_body, hashlib.sha256)
        expected = mac.hexdigest().encode()
        if hmac.compare_digest(expected, given):
            return True
    return False


# Respond with 401 unless is_signed(
#     [os.environ["WEBHOOK_SECRET"]], raw_body,
#     headers.get("X-Service-Signature"))
`;

export const phpSample = `<?php

// $secrets: a list, with both during a rotation
// $rawBody: as received, before json_decode
function isSigned($secrets, $rawBody, $header): bool
{
    foreach (array_filter($secrets) as $secret) {
        $expected = hash_hmac('sha256', $rawBody, $secret);
        if (hash_equals($expected, $header)) {
            return true;
        }
    }
    return false;
}

$rawBody = file_get_contents('php://input');
// X-Service-Signature, which may be missing
$header = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$secrets = [getenv('WEBHOOK_SECRET')];
if (!isSigned($secrets, $rawBody, $header)) {
    http_response_code(401);
    exit;
}
`;

/** Shell command that signs a body and posts it to the receiver at `url`, which should accept it. */
export const curlSample = (url: string) => `# WEBHOOK_SECRET holds the signing secret
BODY='{"event":"webhook.test"}'
SIGNATURE=$(printf %s "$BODY" |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r |
  cut -d ' ' -f 1)

curl ${shellQuoted(url)} \\
  -H "Content-Type: application/json" \\
  -H "X-Service-Signature: $SIGNATURE" \\
  --data-binary "$BODY"
`;

export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
