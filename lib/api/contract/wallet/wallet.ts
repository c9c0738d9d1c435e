import { z } from "zod";
import {
  CardCode,
  CURSOR_PAGING_FIELDS,
  Email,
  Name,
  Pin,
  PublicCardCode,
  ShownInstant,
} from "@/lib/api/contract/fields";
import { BROWSER_FIELDS } from "@/lib/api/contract/portal/account";
import { StoreBrandView } from "@/lib/api/contract/portal/branding";
import { GiftDesignView } from "@/lib/api/contract/portal/gifts";
import { inBothShapes, sameListReply, samePageReply, sameReply } from "@/lib/api/contract/shapes";
import { presentTransaction, TransactionView } from "@/lib/api/contract/v1/transaction";
import { TransferEndView } from "@/lib/api/contract/v1/transfer";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { withoutSeparators } from "@/lib/base/text";
import { CARD_STATUSES, CARD_TYPES } from "@/lib/db/schema/cards";
import { GIFT_STATUSES } from "@/lib/db/schema/gifts";
import { PASS_PLATFORMS } from "@/lib/db/schema/passes";
import { COUNTER_ACCOUNTS } from "@/lib/db/schema/transactions";
import { passesOffered } from "@/lib/domain/passes/issue";
import type { OpenedWallet } from "@/lib/domain/wallet/links";
import { TOKEN_DAYS } from "@/lib/domain/wallet/tokens";
import type { OwnCard, OwnCards } from "@/lib/domain/wallet/wallet/cards";
import type { OwnHistory } from "@/lib/domain/wallet/wallet/history";

const Language = z.enum(CUSTOMER_LANGUAGES);

export const SignInBody = inBothShapes(
  z.strictObject({
    email: Email,
    /** The page's language, for the email. */
    language: Language.optional(),
  }),
);
export const LanguageBody = inBothShapes(z.strictObject({ language: Language }));
export const OpenLinkBody = inBothShapes(z.strictObject({ token: z.string().min(1).max(100) }));
export const OpenByCodeBody = inBothShapes(
  z.strictObject({
    email: Email,
    code: z
      .string()
      .max(20)
      .transform(withoutSeparators)
      .pipe(z.string().regex(/^\d{6}$/, "must have 6 digits")),
  }),
);
export const ClaimByCodeBody = inBothShapes(
  z.strictObject({ code: CardCode, pin: Pin.optional() }),
);
export const CheckBalanceBody = inBothShapes(
  z.strictObject({ store: z.string().min(1).max(100), code: PublicCardCode, pin: Pin.optional() }),
);
export const OwnHistoryQuery = z.strictObject(CURSOR_PAGING_FIELDS);
export const IssueTokenBody = inBothShapes(
  z.strictObject({ name: Name, days: z.literal([...TOKEN_DAYS]) }),
);

export const openedWalletReply = sameReply(
  z.object({ email: z.string(), cardUuid: z.guid().nullable() }),
  ({ email, cardId }: OpenedWallet) => ({ email, cardUuid: cardId }),
);

const OwnCardView = z.object({
  uuid: z.guid(),
  store: z.object({
    ...StoreBrandView.shape,
    slug: z.string(),
    timeZone: z.string(),
    /** Short names of the stores to which its balance can be transferred. */
    transfersTo: z.array(z.string()),
  }),
  currency: z.string(),
  balanceCents: z.int().min(0),
  availableCents: z.int().min(0),
  status: z.enum(CARD_STATUSES),
  /** Whether nothing can be taken from it for now. */
  frozen: z.boolean(),
  cardType: z.enum(CARD_TYPES),
  isStoreCredit: z.boolean(),
  last4: z.string(),
  expiresOn: z.iso.date().nullable(),
  expired: z.boolean(),
  /** Whether it is a card of a test twin, which no money pays for. */
  isTest: z.boolean(),
  /** The phones' wallet apps to which it can be added. */
  passes: z.array(z.enum(PASS_PLATFORMS)),
  /** The gift that it was created for. */
  gift: z
    .object({
      design: GiftDesignView,
      message: z.string().nullable(),
      senderName: z.string().nullable(),
      senderEmail: z.string(),
    })
    .nullable(),
});

const presentGift = ({ gift, giftSenderEmail: senderEmail }: OwnCard) =>
  gift && senderEmail !== null ? { ...gift, senderEmail } : null;

const presentOwnCard = (card: OwnCard) => ({
  ...card,
  gift: presentGift(card),
  uuid: card.id,
  availableCents: card.availableCents ?? card.balanceCents,
  passes: passesOffered(card),
  store: {
    ...card.brand,
    slug: card.storeSlug,
    timeZone: card.timeZone,
    transfersTo: card.transfersTo,
  },
});

export const ownCardReply = sameReply(OwnCardView, presentOwnCard);

/** `onlyCardUuid`: the only card that the wallet shows, if a link to a single card opened it. */
export const ownCardsReply = sameReply(
  z.object({
    owner: z.object({ email: z.string(), onlyCardUuid: z.guid().nullable() }),
    cards: z.array(OwnCardView),
    more: z.boolean(),
  }),
  ({ email, onlyCardId, items, more }: OwnCards) => ({
    owner: { email, onlyCardUuid: onlyCardId },
    cards: items.map(presentOwnCard),
    more,
  }),
);

const OwnMovementView = z.object({
  ...TransactionView.shape,
  id: z.guid(),
  cardUuid: z.guid(),
  transferId: z.guid().optional(),
  /** The counter account of the movement. */
  account: z.enum(COUNTER_ACCOUNTS),
  note: z.string().nullable(),
  /** For a gift that was returned to the card: why it was returned. */
  returned: z.object({ status: z.enum(GIFT_STATUSES), recipientEmail: z.string() }).nullable(),
  /** For a transfer: the card at the other store. */
  otherEnd: TransferEndView.nullable(),
});

/** Hides the store's own fields from the consumer. */
const presentOwnMovement = (transaction: OwnHistory["items"][number]) => ({
  ...presentTransaction(transaction),
  referenceId: null,
  metadata: {},
  holdId: undefined,
  account: transaction.account,
  note: transaction.note,
  returned: transaction.returned,
  otherEnd: transaction.otherEnd,
});

export const ownHistoryReply = samePageReply("transactions", OwnMovementView, presentOwnMovement, {
  total: z.int(),
});

export const ownCodeReply = sameReply(z.object({ code: z.string() }));

export const checkedBalanceReply = sameReply(
  z.object({
    store: StoreBrandView,
    currency: z.string(),
    balanceCents: z.int().min(0),
    availableCents: z.int().min(0),
    status: z.enum(CARD_STATUSES),
    frozen: z.boolean(),
    expiresOn: z.iso.date().nullable(),
  }),
);

export const walletBrowsersReply = sameListReply(
  "sessions",
  z.object({ ...BROWSER_FIELDS, oneCard: z.boolean() }),
);

const ConsumerTokenView = z.object({
  id: z.guid(),
  name: z.string(),
  last4: z.string(),
  createdAt: ShownInstant,
  expiresAt: ShownInstant,
  lastUsedAt: ShownInstant.nullable(),
});

export const consumerTokensReply = sameListReply("tokens", ConsumerTokenView);

/** The only response that contains the token itself. */
export const issuedTokenReply = sameReply(
  z.object({ token: ConsumerTokenView, secret: z.string() }),
);
