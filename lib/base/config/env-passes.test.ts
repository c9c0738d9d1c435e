import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import {
  certificateExpiries,
  warnOfExpiringCertificates,
} from "@/lib/domain/passes/apple/certificates";
import { configure } from "@/lib/testing/configure";
import { expiryOf, makeCertificates, PASS_TYPE_ID, TEAM_ID } from "@/lib/testing/wallet-apps";
import { parseEnv } from "./env";

const own = makeCertificates();
const other = makeCertificates();
afterAll(() => {
  own.remove();
  other.remove();
});

const required = {
  DATABASE_URL: "postgres://scrip:scrip@db.example:5432/scrip",
  AUTH_SECRET: "a".repeat(32),
  ENCRYPTION_KEY: "0f".repeat(32),
  CRON_SECRET: "c".repeat(16),
};
const start = (given: Record<string, string>) => parseEnv({ ...required, ...given });

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = { client_email: "passes@project.example", private_key: "" };
account.private_key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
const google = {
  GOOGLE_WALLET_ISSUER_ID: "3388000000012345678",
  GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify(account),
};

test("passes are configured by app, with certificates in lines or in one line", () => {
  expect(start({})).toMatchObject({ applePasses: null, googlePasses: null });
  const inOneLine = Object.fromEntries(
    Object.entries(own.variables).map(([name, text]) => [name, text.replaceAll("\n", "\\n")]),
  );
  for (const variables of [own.variables, inOneLine]) {
    const { applePasses, googlePasses } = start(variables);
    expect(applePasses).toMatchObject({ passTypeId: PASS_TYPE_ID, teamId: TEAM_ID });
    expect(googlePasses).toBeNull();
  }
  expect(start(google).googlePasses).toMatchObject({ email: account.client_email });
});

test("an encrypted key needs its passphrase", () => {
  const key = createPrivateKey(own.variables.APPLE_PASS_KEY);
  const encryption = { cipher: "aes-256-cbc", passphrase: "secret" };
  const encrypted = String(key.export({ type: "pkcs8", format: "pem", ...encryption }));
  const given = { ...own.variables, APPLE_PASS_KEY: encrypted };
  expect(() => start(given)).toThrow("APPLE_PASS_KEY must be the RSA key");
  const opened = start({ ...given, APPLE_PASS_KEY_PASSPHRASE: "secret" });
  expect(opened.applePasses).toMatchObject({ teamId: TEAM_ID });
});

test.each([
  [
    "some of an app's variables",
    { APPLE_PASS_TYPE_ID: PASS_TYPE_ID, APPLE_TEAM_ID: TEAM_ID },
    "APPLE_PASS_TYPE_ID needs APPLE_PASS_CERTIFICATE and APPLE_PASS_KEY and APPLE_WWDR_CERTIFICATE as well",
  ],
  [
    "an issuer alone",
    { GOOGLE_WALLET_ISSUER_ID: "3388" },
    "GOOGLE_WALLET_ISSUER_ID needs GOOGLE_WALLET_SERVICE_ACCOUNT as well",
  ],
  [
    "another certificate's key",
    { ...own.variables, APPLE_PASS_KEY: other.variables.APPLE_PASS_KEY },
    "APPLE_PASS_KEY must be the RSA key of APPLE_PASS_CERTIFICATE",
  ],
  [
    "another pass type",
    { ...own.variables, APPLE_PASS_TYPE_ID: "pass.example.other" },
    "APPLE_PASS_CERTIFICATE must be that of the pass type",
  ],
  [
    "another authority",
    { ...own.variables, APPLE_WWDR_CERTIFICATE: other.wwdr },
    "APPLE_WWDR_CERTIFICATE must be the certificate that issued APPLE_PASS_CERTIFICATE",
  ],
  [
    "no certificate",
    { ...own.variables, APPLE_PASS_CERTIFICATE: "pass.cer" },
    "APPLE_PASS_CERTIFICATE must be a certificate in PEM format",
  ],
  [
    "no service account",
    { ...google, GOOGLE_WALLET_SERVICE_ACCOUNT: "{}" },
    "GOOGLE_WALLET_SERVICE_ACCOUNT must be the JSON key of a service account",
  ],
])("a start with %s is refused by name", (_title, given, message) => {
  expect(() => start(given)).toThrow(message);
});

test("only outside production, something may be in the place of Apple and Google", () => {
  const fakes = {
    APPLE_PUSH_ORIGIN: "https://localhost:4000/",
    GOOGLE_WALLET_ORIGIN: "http://localhost:4001/",
  };
  expect(start(fakes)).toMatchObject({
    applePushOrigin: "https://localhost:4000",
    googleWalletOrigin: "http://localhost:4001",
  });
  const production = {
    APP_URL: "https://cards.example",
    SMTP_URL: "smtp://mail.example",
    TRUSTED_PROXY_HOPS: "0",
  };
  for (const name of Object.keys(fakes)) {
    expect(() => start({ ...production, ...fakes })).toThrow(`${name} must not be set`);
  }
});

test("certificates that expire within 30 days are counted, with the day on which they do", () => {
  configure(own.variables);
  const expiresAtMs = expiryOf(own.variables.APPLE_PASS_CERTIFICATE);
  expect(certificateExpiries()).toContainEqual({ variable: "APPLE_PASS_CERTIFICATE", expiresAtMs });
  const day = 24 * 3_600_000;
  expect(warnOfExpiringCertificates(expiresAtMs - 31 * day)).toBe(0);
  expect(warnOfExpiringCertificates(expiresAtMs - 29 * day)).toBe(2);
});
