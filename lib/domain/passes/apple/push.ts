import { type ClientHttp2Session, connect, constants } from "node:http2";
import { env } from "@/lib/base/config/env";
import type { ApplePasses } from "@/lib/base/config/env-passes";

const PUSH_ORIGIN = "https://api.push.apple.com:443";
const TIMEOUT_MS = 10_000;
/** A connection without pushes for this long is closed. */
const IDLE_MS = 60_000;
/** Apple's errors are one line. */
const MAX_RESPONSE_CHARS = 1_000;

/** `gone`: no phone has this push token anymore. `failed`: worth another try. */
export type PushOutcome = "sent" | "gone" | "failed";

let open: ClientHttp2Session | null = null;

/** The connection to Apple: one for all pushes of this process. */
function session({ certificate, key, wwdr }: ApplePasses): ClientHttp2Session {
  if (open && !open.closed && !open.destroyed) return open;
  const { applePushOrigin } = env();
  const started = connect(applePushOrigin ?? PUSH_ORIGIN, {
    cert: certificate.toString(),
    key,
    // A test's own push service has a certificate of the test's authority.
    ...(applePushOrigin && { ca: wwdr.toString() }),
  });
  const forget = () => {
    if (open === started) open = null;
  };
  // Each push reports the failure itself.
  started.on("error", forget).on("close", forget).on("goaway", forget);
  started.setTimeout(IDLE_MS, () => started.close());
  started.unref();
  open = started;
  return started;
}

type PushResponse = { status: number; text: string };

const post = (apple: ApplePasses, pushToken: string): Promise<PushResponse> =>
  new Promise((resolve, reject) => {
    const connection = session(apple);
    const stream = connection.request({
      [constants.HTTP2_HEADER_METHOD]: "POST",
      [constants.HTTP2_HEADER_PATH]: `/3/device/${pushToken}`,
      "apns-topic": apple.passTypeId,
      "apns-push-type": "background",
      "apns-priority": "5",
    });
    const response: PushResponse = { status: 0, text: "" };
    const timer = setTimeout(() => {
      stream.close(constants.NGHTTP2_CANCEL);
      // The connection may be dead: the next push opens another one.
      connection.destroy();
      reject(new Error("no response within 10 seconds"));
    }, TIMEOUT_MS);
    stream.setEncoding("utf8");
    stream.on("response", (headers) => {
      response.status = Number(headers[constants.HTTP2_HEADER_STATUS]);
    });
    stream.on("data", (part: string) => {
      response.text = (response.text + part).slice(0, MAX_RESPONSE_CHARS);
    });
    stream.on("error", reject);
    stream.on("close", () => {
      clearTimeout(timer);
      if (response.status > 0) resolve(response);
      else reject(new Error("the connection ended"));
    });
    stream.end("{}");
  });

const GONE_REASONS = ["BadDeviceToken", "DeviceTokenNotForTopic", "Unregistered"];

/** Notifies a phone that one of its passes changed, without saying which. Never throws. */
export async function pushTo(
  apple: ApplePasses,
  pushToken: string,
): Promise<{ outcome: PushOutcome; reason: string }> {
  try {
    const { status, text } = await post(apple, pushToken);
    if (status === 200) return { outcome: "sent", reason: "" };
    const isGone = status === 410 || GONE_REASONS.some((reason) => text.includes(`"${reason}"`));
    return { outcome: isGone ? "gone" : "failed", reason: `${status} ${text}` };
  } catch (error) {
    return { outcome: "failed", reason: error instanceof Error ? error.message : "unknown" };
  }
}
