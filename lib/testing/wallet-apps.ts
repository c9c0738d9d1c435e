import { execFileSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createSecureServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll } from "vitest";
import { newId } from "@/lib/base/ids";
import { configure } from "./configure";

export const PASS_TYPE_ID = "pass.example.giftcard";
export const TEAM_ID = "A1B2C3D4E5";

/** Makes an authority in Apple's place, a pass certificate of it, and a server certificate for localhost. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), "scrip-passes-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...given: string[]) => execFileSync("openssl", given, { stdio: "pipe" });
  const read = (name: string) => readFileSync(at(name), "utf8");
  const issue = (name: string, subject: string, extension: string) => {
    const [key, request] = [at(`${name}.key`), at(`${name}.csr`)];
    const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request];
    openssl("req", "-new", ...made, "-subj", subject);
    writeFileSync(at(`${name}.ext`), extension);
    const by = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "365"];
    const files = ["-in", request, "-out", at(`${name}.pem`), "-extfile", at(`${name}.ext`)];
    openssl("x509", "-req", ...files, ...by);
    return { certificate: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  const authority = ["-newkey", "rsa:2048", "-nodes", "-keyout", at("ca.key"), "-days", "365"];
  openssl("req", "-x509", ...authority, "-out", at("ca.pem"), "-subj", "/CN=Test authority");
  const subject = `/UID=${PASS_TYPE_ID}/CN=Pass Type ID: ${PASS_TYPE_ID}/OU=${TEAM_ID}/O=Test`;
  const pass = issue("pass", subject, "keyUsage=digitalSignature\nextendedKeyUsage=clientAuth");
  const server = issue("server", "/CN=localhost", "subjectAltName=DNS:localhost");
  const wwdr = read("ca.pem");
  const variables = {
    APPLE_PASS_TYPE_ID: PASS_TYPE_ID,
    APPLE_TEAM_ID: TEAM_ID,
    APPLE_PASS_CERTIFICATE: pass.certificate,
    APPLE_PASS_KEY: pass.key,
    APPLE_WWDR_CERTIFICATE: wwdr,
  };
  /** Checks a detached signature by openssl. Throws if it isn't the pass certificate's for this content. */
  const verify = (signature: Uint8Array, content: Uint8Array) => {
    writeFileSync(at("signature"), signature);
    writeFileSync(at("content"), content);
    const files = ["-in", at("signature"), "-content", at("content"), "-CAfile", at("ca.pem")];
    openssl("cms", "-verify", "-inform", "DER", "-binary", ...files, "-purpose", "any");
  };
  return { wwdr, server, variables, verify, remove: () => rmSync(folder, { recursive: true }) };
}

type Push = { token: string; topic: string; body: string; certificate: string };
type PushAnswer = { status: number; reason?: string };

const portOf = (server: { address: () => AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

/** Apple's push service, for pushes of a client with a certificate of the authority. */
function pushService({
  server,
  wwdr,
}: Pick<ReturnType<typeof makeCertificates>, "server" | "wwdr">) {
  const state = {
    pushes: [] as Push[],
    answer: async (_push: Push): Promise<PushAnswer> => ({ status: 200 }),
  };
  const sessions = new Set<ServerHttp2Session>();
  const { certificate: cert, key } = server;
  const service = createSecureServer({ cert, key, ca: wwdr, requestCert: true });
  service.on("session", (session) => {
    sessions.add(session.on("close", () => sessions.delete(session)));
  });
  service.on("stream", async (stream, headers) => {
    let body = "";
    for await (const part of stream) body += part;
    const socket = stream.session?.socket as TLSSocket;
    const push = {
      token: String(headers[":path"]).replace("/3/device/", ""),
      topic: String(headers["apns-topic"]),
      body,
      certificate: String(socket.getPeerCertificate().subject.CN),
    };
    state.pushes.push(push);
    const { status, reason } = await state.answer(push);
    stream.respond({ ":status": status });
    stream.end(reason ? JSON.stringify({ reason }) : "");
  });
  const close = () => {
    for (const session of sessions) session.destroy();
    service.close();
  };
  return { state, service, close };
}

/** Passes for Apple Wallet with certificates of this test file, and a fake push service. */
export function useAppleWallet() {
  const certificates = makeCertificates();
  const { state, service, close } = pushService(certificates);
  beforeAll(async () => {
    await new Promise<void>((settle) => service.listen(0, () => settle()));
    const origin = `https://localhost:${portOf(service)}`;
    configure({ ...certificates.variables, APPLE_PUSH_ORIGIN: origin });
  });
  afterAll(() => {
    close();
    certificates.remove();
  });
  return Object.assign(state, certificates);
}

type GoogleRequest = { method: string; path: string; authorization: string; body: string };

/** Passes for Google Wallet with a key of this test file, and a fake Google, which knows no object. */
export function useGoogleWallet() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const email = `passes-${newId()}@project.iam.gserviceaccount.com`;
  const state = {
    publicKey,
    email,
    requests: [] as GoogleRequest[],
    /** The status of the response to an update. */
    answer: (_path: string): number => 200,
  };
  const google = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { method = "", url: path = "", headers } = request;
    state.requests.push({ method, path, authorization: headers.authorization ?? "", body });
    const isToken = path === "/token";
    response.statusCode = isToken ? 200 : state.answer(path);
    response.setHeader("Content-Type", "application/json");
    const granted = { access_token: "a-token", expires_in: 3_600, token_type: "Bearer" };
    response.end(JSON.stringify(isToken ? granted : {}));
  });
  beforeAll(async () => {
    await new Promise<void>((settle) => google.listen(0, "127.0.0.1", () => settle()));
    const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    configure({
      GOOGLE_WALLET_ISSUER_ID: "3388000000012345678",
      GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify({ client_email: email, private_key: key }),
      GOOGLE_WALLET_ORIGIN: `http://127.0.0.1:${portOf(google)}`,
    });
  });
  afterAll(() => new Promise<void>((settle) => google.close(() => settle())));
  return state;
}

const LOCAL_FILE = 0x04034b50;

/** The files of an archive without compression, as passes are, by name. */
export function unzip(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive);
  const files = new Map<string, Buffer>();
  for (let at = 0; bytes.readUInt32LE(at) === LOCAL_FILE; ) {
    const size = bytes.readUInt32LE(at + 18);
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + 30, at + 30 + bytes.readUInt16LE(at + 26));
    files.set(name, bytes.subarray(start, start + size));
    at = start + size;
  }
  return files;
}

/** pass.json of a pass. */
export const passJsonOf = (archive: Uint8Array) =>
  JSON.parse(String(unzip(archive).get("pass.json")));

/** The day on which a certificate in PEM format ends, in epoch ms. */
export const expiryOf = (pem: string): number => Date.parse(new X509Certificate(pem).validTo);
