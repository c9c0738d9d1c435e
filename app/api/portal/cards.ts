import {
  CardChangeParams,
  cardChangesReply,
  explanationReply,
} from "@/lib/api/contract/portal/card-history";
import {
  ActivateByHandBody,
  CARD_COLUMNS,
  CountCardsQuery,
  CreateCardsBody,
  cardCodeReply,
  cardCountsReply,
  cardDetailsReply,
  createdCardsReply,
  EditCardBody,
  ExportCardsQuery,
  emailedCardReply,
  ListPortalCardsQuery,
  listedCardsReply,
} from "@/lib/api/contract/portal/cards";
import {
  ActivateCardsBody,
  bulkReply,
  DisableCardsBody,
  ExtendCardsBody,
  FreezeCardsBody,
  SelectedCardsBody,
  UnfreezeCardsBody,
} from "@/lib/api/contract/v1/bulk-cards";
import { CardParams, cardReply, movementReply } from "@/lib/api/contract/v1/card";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { csvDownload } from "@/lib/documents/download";
import { activateByHand } from "@/lib/domain/cards/activate-by-hand";
import {
  activateCards,
  disableCards,
  extendCards,
  freezeCards,
  unfreezeCards,
} from "@/lib/domain/cards/bulk";
import { createMany } from "@/lib/domain/cards/create";
import { voidCard } from "@/lib/domain/cards/disable";
import { editCard, readDetails } from "@/lib/domain/cards/edit";
import { resendEmail } from "@/lib/domain/cards/resend-email";
import { exportSelectedCards } from "@/lib/domain/cards/search";
import { writeOffDisabled } from "@/lib/domain/cards/write-off";
import { countFoundCards, exportFoundCards, findCards } from "@/lib/domain/search/find";
import { explainChange } from "@/lib/domain/transactions/explain-change";
import { listChanges } from "@/lib/domain/transactions/list-changes";
import { revealCode } from "@/lib/domain/transactions/read-card";

export const cards = {
  "/cards/bulk/activate": post({
    scope: "store:manage",
    body: ActivateCardsBody,
    reply: bulkReply,
    handle: (ctx, { body }) => activateCards(ctx, body),
  }),
  "/cards/bulk/disable": post({
    scope: "store:manage",
    body: DisableCardsBody,
    reply: bulkReply,
    handle: (ctx, { body }) => disableCards(ctx, body),
  }),
  "/cards/bulk/extend": post({
    scope: "store:manage",
    body: ExtendCardsBody,
    reply: bulkReply,
    handle: (ctx, { body }) => extendCards(ctx, body),
  }),
  "/cards/bulk/freeze": post({
    scope: "store:manage",
    body: FreezeCardsBody,
    reply: bulkReply,
    handle: (ctx, { body }) => freezeCards(ctx, body),
  }),
  "/cards/bulk/unfreeze": post({
    scope: "store:manage",
    body: UnfreezeCardsBody,
    reply: bulkReply,
    handle: (ctx, { body }) => unfreezeCards(ctx, body),
  }),
  "/cards/bulk/export": csvDownload({
    scope: "store:read",
    body: SelectedCardsBody,
    name: "cards",
    columns: CARD_COLUMNS,
    rows: (ctx, { body }) => exportSelectedCards(ctx, body),
  }),
  "/cards/counts": get({
    scope: "store:read",
    query: CountCardsQuery,
    reply: cardCountsReply,
    handle: (ctx, { query }) => countFoundCards(ctx, query),
  }),
  "/cards/export": csvDownload({
    scope: "store:read",
    query: ExportCardsQuery,
    name: "cards",
    columns: CARD_COLUMNS,
    rows: (ctx, { query }) => exportFoundCards(ctx, query),
  }),
  "/cards": resource({
    GET: endpoint({
      scope: "store:read",
      query: ListPortalCardsQuery,
      reply: listedCardsReply,
      handle: (ctx, { query }) => findCards(ctx, query),
    }),
    POST: endpoint({
      scope: "store:manage",
      limit: "create",
      body: CreateCardsBody,
      status: 201,
      reply: createdCardsReply,
      handle: (ctx, { body }) => createMany(ctx, body),
    }),
  }),
  "/cards/{uuid}/activate": post({
    scope: "store:manage",
    limit: "activate",
    params: CardParams,
    body: ActivateByHandBody,
    reply: movementReply,
    handle: (ctx, { params, body }) => activateByHand(ctx, { cardId: params.uuid, ...body }),
  }),
  "/cards/{uuid}/changes": get({
    scope: "store:read",
    params: CardParams,
    reply: cardChangesReply,
    handle: (ctx, { params }) => listChanges(ctx, { cardId: params.uuid }),
  }),
  "/cards/{uuid}/code": post({
    scope: "store:manage",
    alsoScope: "codes:read",
    params: CardParams,
    reply: cardCodeReply,
    handle: (ctx, { params }) => revealCode(ctx, { cardId: params.uuid }),
  }),
  "/cards/{uuid}/email": post({
    scope: "store:manage",
    params: CardParams,
    reply: emailedCardReply,
    handle: (ctx, { params }) => resendEmail(ctx, { cardId: params.uuid }),
  }),
  "/cards/{uuid}/history/{sequence}": get({
    scope: "store:read",
    params: CardChangeParams,
    reply: explanationReply,
    handle: (ctx, { params }) =>
      explainChange(ctx, { cardId: params.uuid, sequence: params.sequence }),
  }),
  "/cards/{uuid}": resource({
    GET: endpoint({
      scope: "store:read",
      params: CardParams,
      reply: cardDetailsReply,
      handle: (ctx, { params }) => readDetails(ctx, { cardId: params.uuid }),
    }),
    PATCH: endpoint({
      scope: "store:manage",
      params: CardParams,
      body: EditCardBody,
      reply: cardDetailsReply,
      handle: (ctx, { params, body }) => editCard(ctx, { cardId: params.uuid, ...body }),
    }),
  }),
  "/cards/{uuid}/void": post({
    scope: "store:manage",
    params: CardParams,
    reply: cardReply,
    handle: (ctx, { params }) => voidCard(ctx, { cardId: params.uuid }),
  }),
  "/cards/{uuid}/write-off": post({
    scope: "store:own",
    params: CardParams,
    reply: movementReply,
    handle: (ctx, { params }) => writeOffDisabled(ctx, { cardId: params.uuid }),
  }),
};
