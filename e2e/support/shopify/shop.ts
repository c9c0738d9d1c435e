import { type DocumentNode, execute, type GraphQLError, parse, validate } from "graphql";
import { GiftCards } from "../fake-shop";
import { pointsOf, RefillingPoints } from "./cost";
import { Faults } from "./faults";
import { resolversOf, type ServedShop } from "./resolvers";
import { schema } from "./sdl";

const ALL_SCOPES = [
  "read_gift_cards",
  "write_gift_cards",
  "read_gift_card_transactions",
  "write_gift_card_transactions",
];

export type ShopOptions = {
  domain: string;
  token: string;
  name?: string;
  currency?: string;
  scopes?: string[];
  maximum?: number;
  perSecond?: number;
  searchLagMs?: number;
};

type Request = { query: string; variables: Record<string, unknown> };

const documents = new Map<string, DocumentNode>();

/** Parses and validates a document. Returns its errors if it is invalid. */
function documentOf(query: string): DocumentNode | readonly GraphQLError[] {
  const known = documents.get(query);
  if (known) return known;
  const document = parse(query);
  const errors = validate(schema, document);
  if (errors.length > 0) return errors;
  documents.set(query, document);
  return document;
}

/** One fake shop with its cards, token, rate limit and faults. */
export class Shop implements ServedShop {
  readonly domain: string;
  token: string;
  name: string;
  currency: string;
  scopes: Set<string>;
  searchLagMs: number;
  readonly cards: GiftCards;
  readonly points: RefillingPoints;
  readonly faults = new Faults();
  /** Requests that got a response, by document name. */
  readonly requests: Record<string, number> = {};

  constructor(options: ShopOptions) {
    this.domain = options.domain;
    this.token = options.token;
    this.name = options.name ?? "A shop";
    this.currency = options.currency ?? "USD";
    this.scopes = new Set(options.scopes ?? ALL_SCOPES);
    this.searchLagMs = options.searchLagMs ?? 0;
    this.cards = new GiftCards(this.currency, "gid://shopify/GiftCard/");
    this.points = new RefillingPoints(options.maximum ?? 2_000, options.perSecond ?? 100);
  }

  /** Executes a request, or refuses it if there are too few points. */
  async answer({ query, variables }: Request): Promise<object> {
    const document = documentOf(query);
    if (!("kind" in document)) return { errors: document.map((error) => error.toJSON()) };
    const requestedQueryCost = pointsOf(document);
    if (!this.points.draw(requestedQueryCost)) {
      const cost = { requestedQueryCost, actualQueryCost: null };
      return {
        errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
        extensions: { cost: { ...cost, throttleStatus: this.points.status() } },
      };
    }
    const rootValue = resolversOf(this);
    const { data, errors } = await execute({
      schema,
      document,
      rootValue,
      variableValues: variables,
    });
    const actualQueryCost = pointsOf(document, data ?? {});
    this.points.giveBack(requestedQueryCost - actualQueryCost);
    const cost = { requestedQueryCost, actualQueryCost, throttleStatus: this.points.status() };
    return { data, ...(errors ? { errors } : {}), extensions: { cost } };
  }
}
