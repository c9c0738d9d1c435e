import type { Email } from "postal-mime";
import { PRODUCTION_VARIABLES } from "@/e2e/support/new-database";
import type { Mailbox } from "../system/parts";
import type { Actor } from "./actor";
import { isDone, type Reply, type Request } from "./ask";

/** The service refuses changes from pages of another origin. */
const origin = PRODUCTION_VARIABLES.APP_URL;

/** Asks with the credentials of a key or a session. */
export type Client = (request: Request) => Promise<Reply>;

/** Returns a reply that a run can't go on without. Throws, naming `what`, if it was refused. */
export function requireDone(reply: Reply, what: string): Reply {
  if (isDone(reply)) return reply;
  throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

const clientWith =
  (actor: Actor, prefix: string, headers: Record<string, string>): Client =>
  (request) =>
    actor.ask({
      ...request,
      path: prefix + request.path,
      headers: { ...headers, ...request.headers },
    });

/** A client with an API key. Its paths are below /api/v1. */
export const apiClient = (actor: Actor, key: string): Client =>
  clientWith(actor, "/api/v1", { Authorization: `Bearer ${key}` });

/** A browser without a session. */
export const anonymousClient = (actor: Actor): Client => clientWith(actor, "", { origin });

type Owner = { email: string; password: string; merchantId: string };

/**
 * A browser in which the owner of a store is signed in, with paths from /api. It signs in again when its session has
 * ended. Throws if the first sign-in fails.
 */
export async function openDashboard(actor: Actor, owner: Owner): Promise<Client> {
  let browser = await signIn(actor, owner);
  return async (request) => {
    const reply = await browser(request);
    if (reply.status !== 401) return reply;
    browser = await signIn(actor, owner);
    return await browser(request);
  };
}

async function signIn(actor: Actor, owner: Owner): Promise<Client> {
  const anonymous = anonymousClient(actor);
  const csrf = requireDone(await anonymous({ verb: "read csrf", path: "/api/auth/csrf" }), "csrf");
  const form = { csrfToken: csrf.body.csrfToken, email: owner.email, password: owner.password };
  const opened = await anonymous({
    verb: "sign in",
    path: "/api/auth/callback/credentials",
    form,
    key: null,
    headers: { cookie: csrf.cookies.join("; ") },
  });
  const cookie = opened.cookies.find((one) => /session-token=./.test(one));
  if (!cookie) throw new Error(`${owner.email} could not sign in: ${opened.status}`);
  return clientWith(actor, "/api", { origin, cookie, "Scrip-Store": owner.merchantId });
}

/** The token of the link in an email; empty if there is none. */
export const tokenIn = ({ text = "" }: Email): string =>
  /\/wallet\/(?:open|gift)#([\w-]+)/.exec(text)?.[1] ?? "";

/** A browser in which the wallet of an email is open, with paths below /api/wallet. Throws if it can't be opened. */
export async function openWallet(actor: Actor, mail: Mailbox, email: string): Promise<Client> {
  const anonymous = anonymousClient(actor);
  const signIn = {
    verb: "wallet sign-in",
    path: "/api/wallet/sign-in",
    body: { email },
    key: null,
  };
  requireDone(await anonymous(signIn), "wallet sign-in");
  const token = tokenIn(await mail.waitForMail(email, /sign/i));
  const open = { verb: "open wallet", path: "/api/wallet/open", body: { token }, key: null };
  const { cookies } = requireDone(await anonymous(open), "open wallet");
  return clientWith(actor, "/api/wallet", { origin, cookie: cookies.join("; ") });
}

/**
 * A browser that is paired as a till, with paths below /api/till. It signs the cashier in before the first request and
 * when their session has ended. Throws if it can't be paired.
 */
export async function pairTill(
  actor: Actor,
  code: string,
  cashier: { id: string; pin: string },
): Promise<Client> {
  const pair = { verb: "pair till", path: "/api/till/pair", body: { code }, key: null };
  const { cookies } = requireDone(await anonymousClient(actor)(pair), "pair till");
  const headers = { origin, cookie: cookies.join("; ") };
  const locked = clientWith(actor, "/api/till", headers);
  let session = "";
  const unlock = async () => {
    const body = { cashierId: cashier.id, pin: cashier.pin };
    const reply = await locked({ verb: "till sign-in", path: "/sign-in", body, key: null });
    session = reply.body?.session?.id ?? "";
  };
  await unlock();
  return async (request) => {
    const ask = () =>
      locked({ ...request, headers: { ...request.headers, "Scrip-Till": session } });
    const reply = await ask();
    if (reply.status !== 401 && reply.body?.error !== "insufficient_scope") return reply;
    await unlock();
    return await ask();
  };
}
