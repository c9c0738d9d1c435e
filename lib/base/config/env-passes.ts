import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { z } from "zod";

/** A PEM block, also in one line with \n for line breaks, as variables are often written. */
const pem = z.string().transform((text) => text.replaceAll("\\n", "\n").trim());

const certificate = pem.transform((text, context) => {
  try {
    return new X509Certificate(text);
  } catch {
    context.addIssue("must be a certificate in PEM format");
    return z.NEVER;
  }
});

/** Parses an RSA key. Throws if it isn't one, or the passphrase is wrong. */
function rsaKey(text: string, passphrase?: string): KeyObject {
  const key = createPrivateKey({ key: text, ...(passphrase !== undefined && { passphrase }) });
  if (key.asymmetricKeyType !== "rsa") throw new Error("not an RSA key");
  return key;
}

const ServiceAccount = z.object({ client_email: z.email(), private_key: z.string() });

/** The JSON file of a Google service account. */
const serviceAccount = z.string().transform((text, context) => {
  try {
    const { client_email: email, private_key: key } = ServiceAccount.parse(JSON.parse(text));
    return { email, key: rsaKey(key) };
  } catch {
    context.addIssue(
      "must be the JSON key of a service account, with client_email and private_key",
    );
    return z.NEVER;
  }
});

/** The variables of wallet passes. */
export const PASS_VARIABLES = {
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]+$/, "must start with pass., such as pass.com.example.card")
    .optional(),
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[0-9A-Z]{10}$/, "must have 10 capital letters and digits")
    .optional(),
  APPLE_PASS_CERTIFICATE: certificate.optional(),
  APPLE_PASS_KEY: pem.optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR_CERTIFICATE: certificate.optional(),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^\d{1,30}$/, "must be a number")
    .optional(),
  GOOGLE_WALLET_SERVICE_ACCOUNT: serviceAccount.optional(),
};

type PassValues = {
  [Name in keyof typeof PASS_VARIABLES]?: z.infer<(typeof PASS_VARIABLES)[Name]>;
};

type Issue = { path: keyof PassValues; message: string };

/** The values of these variables if all are set, else null, with an issue if only some are. */
function allOrNone<Name extends keyof PassValues>(values: PassValues, names: readonly Name[]) {
  const missing = names.filter((name) => values[name] === undefined);
  const [firstSet] = names.filter((name) => values[name] !== undefined);
  const issues: Issue[] =
    firstSet && missing.length > 0
      ? [{ path: firstSet, message: `needs ${missing.join(" and ")} as well` }]
      : [];
  const complete = missing.length === 0 ? (values as Required<Pick<PassValues, Name>>) : null;
  return { complete, issues };
}

const APPLE_NAMES = [
  "APPLE_PASS_TYPE_ID",
  "APPLE_TEAM_ID",
  "APPLE_PASS_CERTIFICATE",
  "APPLE_PASS_KEY",
  "APPLE_WWDR_CERTIFICATE",
] as const;
const GOOGLE_NAMES = ["GOOGLE_WALLET_ISSUER_ID", "GOOGLE_WALLET_SERVICE_ACCOUNT"] as const;

/** What signs passes for Apple Wallet. `key` is in PEM format, decrypted. */
export type ApplePasses = {
  passTypeId: string;
  teamId: string;
  certificate: X509Certificate;
  key: string;
  wwdr: X509Certificate;
};

/** What signs passes for Google Wallet: a service account of the issuer. */
export type GooglePasses = { issuerId: string; email: string; key: KeyObject };

/** An attribute of a certificate's subject. */
const subjectOf = (certificate: X509Certificate, name: string): string | undefined =>
  certificate.subject
    .split("\n")
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);

function applePasses(values: PassValues): { apple: ApplePasses | null; issues: Issue[] } {
  const { complete, issues } = allOrNone(values, APPLE_NAMES);
  if (!complete) return { apple: null, issues };
  const {
    APPLE_PASS_TYPE_ID: passTypeId,
    APPLE_TEAM_ID: teamId,
    APPLE_PASS_CERTIFICATE: certificate,
    APPLE_WWDR_CERTIFICATE: wwdr,
  } = complete;
  // An iPhone refuses a pass that doesn't fit its certificate without saying why.
  if (subjectOf(certificate, "UID") !== passTypeId || subjectOf(certificate, "OU") !== teamId) {
    const message = "must be that of the pass type in APPLE_PASS_TYPE_ID and APPLE_TEAM_ID";
    return { apple: null, issues: [{ path: "APPLE_PASS_CERTIFICATE", message }] };
  }
  // The same for a pass with another of Apple's intermediate certificates.
  if (!certificate.checkIssued(wwdr)) {
    const message = "must be the certificate that issued APPLE_PASS_CERTIFICATE";
    return { apple: null, issues: [{ path: "APPLE_WWDR_CERTIFICATE", message }] };
  }
  try {
    const key = rsaKey(complete.APPLE_PASS_KEY, values.APPLE_PASS_KEY_PASSPHRASE);
    if (!certificate.checkPrivateKey(key)) throw new Error("another certificate's key");
    const decrypted = String(key.export({ type: "pkcs8", format: "pem" }));
    return { apple: { passTypeId, teamId, certificate, key: decrypted, wwdr }, issues };
  } catch {
    const message =
      "must be the RSA key of APPLE_PASS_CERTIFICATE in PEM format, with APPLE_PASS_KEY_PASSPHRASE if it is encrypted";
    return { apple: null, issues: [{ path: "APPLE_PASS_KEY", message }] };
  }
}

/** The configuration of wallet passes, null where there is none, and what is wrong with it. */
export function passesOf(values: PassValues) {
  const { apple, issues } = applePasses(values);
  const { complete, issues: googleIssues } = allOrNone(values, GOOGLE_NAMES);
  const google: GooglePasses | null = complete && {
    issuerId: complete.GOOGLE_WALLET_ISSUER_ID,
    ...complete.GOOGLE_WALLET_SERVICE_ACCOUNT,
  };
  return { apple, google, issues: [...issues, ...googleIssues] };
}
