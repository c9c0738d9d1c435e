import { FastResponse } from "srvx";
import { z } from "zod";
import { env } from "@/lib/base/config/env";
import type { ApplePasses } from "@/lib/base/config/env-passes";
import { isRefusal, REFUSALS, Refusal } from "@/lib/base/errors";
import { log } from "@/lib/base/observe/log";
import type { Params } from "@/lib/base/observe/metrics";
import { headerOf } from "@/lib/base/request-headers";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { buildPassFile } from "@/lib/domain/passes/apple/pass-file";
import {
  listChanged,
  registerPhone,
  unregisterPhone,
} from "@/lib/domain/passes/apple/registrations";
import { isChangedSince, passOfPhone } from "@/lib/domain/passes/apple/web-service";
import type { Pass } from "@/lib/domain/passes/pass";
import { readJson } from "./body";
import { parseWith } from "./parse";
import { addressOf } from "./principals";
import { refuseUntilReady } from "./readiness";

// Apple's web service for passes: https://developer.apple.com/documentation/walletpasses. Requests and responses have
// Apple's form: a status alone, JSON, or a pass.

const PASS_MEDIA_TYPE = "application/vnd.apple.pkpass";

const MAX_LOG_BYTES = 16 * 1024;
const MAX_LOGGED = 20;
const MAX_LOG_CHARS = 500;

type Route = { params: Promise<Params> };
type Handler = (request: Request, route: Route) => Promise<Response>;
type Call = { request: Request; apple: ApplePasses; params: Record<string, string> };

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

const status = (code: number, headers: Record<string, string> = {}): Response =>
  new FastResponse(null, { status: code, headers: { ...HEADERS, ...headers } });

/** Responds with the status of what `handle` refuses. 404 while Apple's passes aren't configured. */
const appleService =
  (handle: (call: Call) => Promise<Response>): Handler =>
  async (request, route) => {
    const apple = env().applePasses;
    if (!apple) return status(404);
    try {
      await refuseUntilReady();
      const entries = Object.entries((await route.params) ?? {});
      const params = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
      return await handle({ request, apple, params });
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      return status(REFUSALS[thrown.code][0], thrown.options.headers);
    }
  };

/**
 * Like appleService(), for a phone with the pass. A wrong token, an unknown serial number and another pass type get the
 * same 401, and count for the address.
 */
const forPass = (handle: (call: Call & { pass: Pass }) => Promise<Response>): Handler =>
  appleService(async (call) => {
    const { request, apple, params } = call;
    const { passTypeId = "", serial = "" } = params;
    const authorization = headerOf(request.headers, "authorization");
    const pass = await passOfPhone(apple, { passTypeId, serial }, authorization);
    if (pass) return await inBucketOf(pass.merchantId, () => handle({ ...call, pass }));
    await takeAttempt("pass-token", addressOf(request));
    return status(401);
  });

/** An id that a phone chose for itself. */
const DEVICE_ID = /^[\x21-\x7e]{1,200}$/;
const deviceOf = ({ params: { device = "" } }: Call): string => {
  if (DEVICE_ID.test(device)) return device;
  throw new Refusal("invalid_request");
};

const Registration = z.object({ pushToken: z.string().regex(/^[0-9a-f]{8,256}$/i) });

const PhoneLog = z.object({ logs: z.array(z.string()) });

/** Registers a phone for changes of a pass: 201, or 200 if it was registered. */
export const registerDevice = forPass(async (call) => {
  const body = parseWith(Registration, await readJson(call.request), "body");
  const device = { deviceLibraryId: deviceOf(call), pushToken: body.pushToken };
  return status((await registerPhone(call.pass, device)) ? 201 : 200);
});

/** Ends what registerDevice() began. */
export const unregisterDevice = forPass(async (call) => {
  await unregisterPhone(call.pass, deviceOf(call));
  return status(200);
});

/** The serial numbers of a phone's passes that changed since a tag: 204 if none. */
export const listChangedPasses = appleService(async (call) => {
  const { request, apple, params } = call;
  const since = new URL(request.url).searchParams.get("passesUpdatedSince");
  const isOurs = params.passTypeId === apple.passTypeId;
  const tag = since !== null && /^\d{1,18}$/.test(since) ? since : null;
  const changed = isOurs ? await listChanged(deviceOf(call), tag) : null;
  return changed ? Response.json(changed, { headers: HEADERS }) : status(204);
});

/** The latest version of a pass: 304 if the phone has it. */
export const latestPass = forPass(async ({ request, apple, pass }) => {
  const headers = { "Last-Modified": new Date(pass.readAtSeconds * 1_000).toUTCString() };
  const sinceMs = Date.parse(headerOf(request.headers, "if-modified-since") ?? "");
  if (!Number.isNaN(sinceMs) && !isChangedSince(pass, sinceMs / 1_000)) return status(304);
  await takeAttempt("pass-file", pass.id);
  return passFile(await buildPassFile(pass, apple), headers);
});

/** What phones report about passes and this service, for the log. */
export const takePhoneLog = appleService(async ({ request }) => {
  await takeAttempt("pass-log", addressOf(request));
  const { logs } = parseWith(PhoneLog, await readJson(request, MAX_LOG_BYTES), "body");
  const lines = logs.slice(0, MAX_LOGGED).map((line) => line.slice(0, MAX_LOG_CHARS));
  log().debug({ lines }, "a phone reported about passes");
  return status(200);
});

/** The response with a pass as a file. */
export const passFile = (file: Uint8Array, headers: Record<string, string>): Response =>
  new FastResponse(file as BodyInit, {
    headers: {
      ...HEADERS,
      ...headers,
      "Content-Type": PASS_MEDIA_TYPE,
      "Content-Length": String(file.length),
      "Content-Disposition": 'attachment; filename="card.pkpass"',
    },
  });
