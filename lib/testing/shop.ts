import { pg } from "../db/client";
import { newId } from "../ids";
import {
  type Adapter,
  type CardToCreate,
  type PlatformCard,
  PlatformError,
} from "../platforms/adapter";
import { type ConnectionRow, findConnection, sealToken } from "../platforms/connection";

/** What goes wrong with one call. A process that is killed leaves no word of what it was told. */
export type Fault =
  | "none"
  | "lost"
  | "unreachable"
  | "throttled"
  | "unauthorized"
  | "killed"
  | "killedAfter";

type ShopCard = PlatformCard & { code: string; references: string[] };

/** A shop in memory: an adapter whose calls can fail in every way, and whose customers redeem. */
export class Shop implements Adapter {
  readonly cards: ShopCard[] = [];
  /** Of the next calls, in order; then none. */
  faults: Fault[] = [];
  /** What happens in the middle of the next calls, in order; then nothing. */
  meanwhile: ((() => Promise<unknown>) | null)[] = [];
  calls: string[] = [];
  name = "Corner Shop";
  currency = "USD";
  #made = 0;

  check = () => this.#call("check", () => ({ name: this.name, currency: this.currency }));

  create = ({ cardId, code, balanceCents, currency }: CardToCreate) =>
    this.#call("create", () => {
      if (this.cards.some((card) => card.code === code)) throw new PlatformError("taken", "Taken.");
      if (balanceCents < 1) throw new PlatformError("refused", "Must be greater than 0.");
      const platformId = `gid://shop/GiftCard/${++this.#made}`;
      const card = {
        platformId,
        balanceCents,
        currency,
        enabled: true,
        cardId,
        code,
        references: [],
      };
      this.cards.push(card);
      return { ...card };
    });

  find = ({ cardId }: { cardId: string }) => this.#call("find", () => this.of(cardId) ?? null);

  read = (platformId: string) => this.#call("read", () => this.#get(platformId) ?? null);

  adjust = (platformId: string, change: { amountCents: number; reference: string }) =>
    this.#call("adjust", () => {
      const card = this.#get(platformId);
      if (!card?.enabled) throw new PlatformError("refused", "It is not enabled.");
      if (card.balanceCents + change.amountCents < 0) {
        throw new PlatformError("refused", "The balance is too low.");
      }
      card.balanceCents += change.amountCents;
      card.references.push(change.reference);
      return { ...card };
    });

  wasAdjusted = (platformId: string, reference: string) =>
    this.#call("wasAdjusted", () => this.#get(platformId)?.references.includes(reference) ?? false);

  disable = (platformId: string) =>
    this.#call("disable", () => {
      const card = this.#get(platformId);
      if (!card) throw new PlatformError("refused", "There is no such card.");
      card.enabled = false;
    });

  changedSince = (_since: Date, cursor: string | null) =>
    this.#call("changedSince", () => {
      const from = Number(cursor ?? 0);
      const page = this.cards.slice(from, from + 2).map((card) => ({ ...card }));
      return { cards: page, nextCursor: from + 2 < this.cards.length ? String(from + 2) : null };
    });

  /** The shop's card of one of ours. */
  of(cardId: string): ShopCard | undefined {
    const card = this.cards.find((one) => one.cardId === cardId);
    return card;
  }

  /** Loses every card, as by a backup that is put back, and counts its ids from the first again. */
  beginAnew(): void {
    this.cards.length = 0;
    this.#made = 0;
  }

  /** A customer spends in the online shop; gives how much there was to spend. */
  redeem(cardId: string, wantedCents: number): number {
    const card = this.of(cardId);
    if (!card?.enabled) return 0;
    const cents = Math.min(wantedCents, card.balanceCents);
    card.balanceCents -= cents;
    return cents;
  }

  #get = (platformId: string) => this.cards.find((card) => card.platformId === platformId);

  async #call<T>(name: string, work: () => T): Promise<T> {
    this.calls.push(name);
    const fault = this.faults.shift() ?? "none";
    await this.meanwhile.shift()?.();
    if (fault === "unreachable") throw new PlatformError("unreachable", "No answer came.");
    if (fault === "throttled") throw new PlatformError("throttled", "Too many calls.", 1);
    if (fault === "unauthorized") throw new PlatformError("unauthorized", "No scope.");
    if (fault === "killed") throw new Error("killed");
    const answer = work();
    if (fault === "lost") throw new PlatformError("unreachable", "No answer came.");
    if (fault === "killedAfter") throw new Error("killed");
    return typeof answer === "object" && answer !== null ? { ...answer } : answer;
  }
}

/** Connects a store with a shop, as saving a token that works does. */
export async function connectShop(merchantId: string, currency = "USD"): Promise<ConnectionRow> {
  const id = newId();
  const address = `shop-${id}.myshopify.com`;
  await pg()`insert into platform_connections
      (merchant_id, id, kind, address, name, currency, sealed_token, status, polled_until)
    values (${merchantId}, ${id}, 'shopify', ${address}, 'Corner Shop', ${currency},
      ${sealToken({ merchantId, id }, "shpat_secret")}, 'connected', now())`;
  const row = await findConnection(merchantId);
  if (!row) throw new Error("the connection is not there");
  return row;
}

/** The shops in memory by their address. */
export const shops = new Map<string, Shop>();

/** Instead of openAdapter(): the shop in memory at this address. */
export function openShop({ address }: { address: string }): Shop {
  const shop = shops.get(address);
  if (!shop) throw new Error("no shop at this address");
  return shop;
}
