import { z } from "zod";
import type { Opened } from "../consumers/links/open";
import type { WalletBrowser } from "../consumers/sessions/list";
import { TOKEN_DAYS } from "../consumers/tokens/policy";
import type { ConsumerToken } from "../consumers/tokens/read";
import type { OwnCard, OwnCards } from "../consumers/wallet/cards";
import type { CheckedBalance } from "../consumers/wallet/check-balance";
import type { OwnHistory } from "../consumers/wallet/history";
import { CARD_STATUSES, CARD_TYPES } from "../db/schema/cards";
import { GIFT_STATUSES } from "../db/schema/gifts";
import { COUNTER_ACCOUNTS } from "../db/schema/transactions";
import { CardCode, Email, iso, Name, PAGING, PublicCardCode } from "./fields";
import { inBoth, sameInBoth } from "./shapes";
import { presentTransaction, TransactionView } from "./transaction";

export const SignInBody = inBoth(z.strictObject({ email: Email }));
export const OpenLinkBody = inBoth(z.strictObject({ token: z.string().min(1).max(100) }));
export const ClaimByCodeBody = inBoth(z.strictObject({ code: CardCode }));
export const CheckBalanceBody = inBoth(
  z.strictObject({ store: z.string().min(1).max(100), code: PublicCardCode }),
);
export const OwnHistoryQuery = z.strictObject({ limit: PAGING.limit, cursor: PAGING.cursor });
export const IssueTokenBody = inBoth(
  z.strictObject({ name: Name, days: z.literal([...TOKEN_DAYS]) }),
);

export const openedReply = sameInBoth(
  z.strictObject({ email: z.string(), cardUuid: z.uuid().nullable() }),
  ({ email, cardId }: Opened) => ({ email, cardUuid: cardId }),
);

/** Whose wallet is open. */
const WalletOwnerView = z.strictObject({
  email: z.string(),
  /** The one card it shows, when a link to that card opened it. */
  onlyCardUuid: z.uuid().nullable(),
});

export const OwnCardView = z.strictObject({
  uuid: z.uuid(),
  store: z.strictObject({
    name: z.string(),
    slug: z.string(),
    timeZone: z.string(),
    transfersEnabled: z.boolean(),
  }),
  currency: z.string(),
  balanceCents: z.int().min(0),
  status: z.enum(CARD_STATUSES),
  cardType: z.enum(CARD_TYPES),
  isStoreCredit: z.boolean(),
  last4: z.string(),
  expiresOn: z.iso.date().nullable(),
  expired: z.boolean(),
});

const presentOwnCard = (card: OwnCard): z.input<typeof OwnCardView> => ({
  uuid: card.id,
  store: {
    name: card.storeName,
    slug: card.storeSlug,
    timeZone: card.timeZone,
    transfersEnabled: card.transfersEnabled,
  },
  currency: card.currency,
  balanceCents: card.balanceCents,
  status: card.status,
  cardType: card.cardType,
  isStoreCredit: card.isStoreCredit,
  last4: card.last4,
  expiresOn: card.expiresOn,
  expired: card.expired,
});

export const ownCardReply = sameInBoth(OwnCardView, presentOwnCard);

export const OwnCardsView = z.strictObject({
  owner: WalletOwnerView,
  cards: z.array(OwnCardView),
  more: z.boolean(),
});

export const ownCardsReply = sameInBoth(
  OwnCardsView,
  ({ email, onlyCardId, items, more }: OwnCards) => ({
    owner: { email, onlyCardUuid: onlyCardId },
    cards: items.map(presentOwnCard),
    more,
  }),
);

export const OwnHistoryView = z.strictObject({
  transactions: z.array(
    z.strictObject({
      ...TransactionView.shape,
      /** The other side of the booking. */
      account: z.enum(COUNTER_ACCOUNTS),
      note: z.string().nullable(),
      /** Of a gift that was returned to the card: why. */
      returned: z
        .strictObject({ status: z.enum(GIFT_STATUSES), recipientEmail: z.string() })
        .nullable(),
    }),
  ),
  total: z.int(),
  nextCursor: z.string().nullable(),
});

/** What the store keeps for itself is not the consumer's to see. */
const forOwner = (transaction: OwnHistory["items"][number]) => ({
  ...presentTransaction(transaction),
  referenceId: null,
  account: transaction.account,
  note: transaction.note,
  returned: transaction.returned,
});

export const ownHistoryReply = sameInBoth(
  OwnHistoryView,
  ({ items, total, nextCursor }: OwnHistory) => ({
    transactions: items.map(forOwner),
    total,
    nextCursor,
  }),
);

export const ownCodeReply = sameInBoth(
  z.strictObject({ code: z.string() }),
  (shown: { code: string }) => shown,
);

export const CheckedBalanceView = z.strictObject({
  storeName: z.string(),
  currency: z.string(),
  balanceCents: z.int().min(0),
  status: z.enum(CARD_STATUSES),
  expiresOn: z.iso.date().nullable(),
});

export const checkedBalanceReply = sameInBoth(
  CheckedBalanceView,
  (checked: CheckedBalance) => checked,
);

export const WalletBrowserView = z.strictObject({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  oneCard: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});

export const walletBrowsersReply = sameInBoth(
  z.strictObject({ sessions: z.array(WalletBrowserView) }),
  (sessions: WalletBrowser[]) => ({
    sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: iso(createdAt),
      lastSeenAt: iso(lastSeenAt),
    })),
  }),
);

export const ConsumerTokenView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  last4: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

const presentToken = ({ createdAt, expiresAt, lastUsedAt, ...token }: ConsumerToken) => ({
  ...token,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
  lastUsedAt: lastUsedAt && iso(lastUsedAt),
});

export const consumerTokensReply = sameInBoth(
  z.strictObject({ tokens: z.array(ConsumerTokenView) }),
  (tokens: ConsumerToken[]) => ({ tokens: tokens.map(presentToken) }),
);

/** The only answer that holds the token itself. */
export const issuedTokenReply = sameInBoth(
  z.strictObject({ token: ConsumerTokenView, secret: z.string() }),
  ({ token, secret }: { token: ConsumerToken; secret: string }) => ({
    token: presentToken(token),
    secret,
  }),
);
