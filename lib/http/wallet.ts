import { checkWallet, type OpenWallet } from "../consumers/sessions/check";
import { WALLET_MAX_DAYS } from "../consumers/sessions/policy";
import { authenticateConsumer } from "../consumers/tokens/authenticate";
import type { Consumer, Ctx, Principal, WalletScope } from "../context";
import { env } from "../env";
import { Refusal } from "../errors";
import { checkOrigin } from "./origin";

const MAX_AGE_SECONDS = WALLET_MAX_DAYS * 24 * 60 * 60;

// The prefix lets no other host of the domain set it, and needs https.
const cookieName = (): string => (env().production ? "__Host-scrip-wallet" : "scrip-wallet");

const cookie = (token: string, maxAgeSeconds: number): string =>
  [
    `${cookieName()}=${token}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
    ...(env().production ? ["Secure"] : []),
  ].join("; ");

/** Has the answer give the browser a wallet's token; null leaves what it has. */
export function keepWallet({ reply }: Ctx, token: string | null): void {
  if (token !== null) reply.cookie = cookie(token, MAX_AGE_SECONDS);
}

/** Has the answer take the wallet's token from the browser. */
export function dropWallet({ reply }: Ctx): void {
  reply.cookie = cookie("", 0);
}

/** The wallet that is open in the browser which sends these headers; null when none is. */
export async function walletOf(headers: Headers): Promise<OpenWallet | null> {
  const start = `${cookieName()}=`;
  const cookies = headers.get("cookie")?.split(/; */) ?? [];
  const token = cookies.find((one) => one.startsWith(start))?.slice(start.length);
  return token ? await checkWallet(token) : null;
}

type Known = { principal: Principal; consumer: Consumer };

/** A consumer's scopes: a wallet that a link to one card opened sees that card alone. */
const scopesOf = ({ session }: OpenWallet): WalletScope[] =>
  session.only ? ["wallet:card"] : ["wallet:card", "wallet:own"];

/**
 * The consumer whose wallet asks, by its cookie alone: no key and no merchant's session opens a
 * wallet. Refuses: unauthorized, insufficient_scope (another site's page may have sent it).
 */
export async function authenticateWallet(request: Request): Promise<Known> {
  const known = await knownWallet(request);
  if (known) return known;
  throw new Refusal("unauthorized", { message: "Sign in to your wallet first." });
}

/** The same for who need not have a wallet open; null when none is. */
export async function knownWallet(request: Request): Promise<Known | null> {
  const wallet = await walletOf(request.headers);
  if (!wallet) return null;
  checkOrigin(request);
  const { consumer, session } = wallet;
  const principal: Principal = {
    kind: "consumer",
    merchantId: "",
    actor: `consumer:${consumer.id}`,
    wallet: session,
    scopes: scopesOf(wallet),
    shape: "A",
    limitPerWindow: null,
  };
  return { principal, consumer };
}

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * The consumer whose token stands in `Scrip-Consumer: Bearer <token>`; null without the header.
 * Refuses: consumer_unauthorized.
 */
export async function presentedConsumer(headers: Headers): Promise<Consumer | null> {
  const header = headers.get("scrip-consumer");
  if (header === null) return null;
  const token = BEARER.exec(header)?.[1];
  const consumer = token ? await authenticateConsumer(token) : null;
  if (!consumer) throw new Refusal("consumer_unauthorized");
  return consumer;
}
