import { CardParams } from "@/lib/api/contract/v1/card";
import {
  CheckBalanceBody,
  ClaimByCodeBody,
  checkedBalanceReply,
  OwnHistoryQuery,
  ownCardReply,
  ownCardsReply,
  ownCodeReply,
  ownHistoryReply,
} from "@/lib/api/contract/wallet/wallet";
import { get, post, resource } from "@/lib/api/kernel/endpoint";
import { downloadApplePass, openGooglePass } from "@/lib/api/kernel/wallet-passes";
import {
  claimOwn,
  listOwnCards,
  readOwnCard,
  revealOwnCode,
} from "@/lib/domain/wallet/wallet/cards";
import { checkBalance } from "@/lib/domain/wallet/wallet/check-balance";
import { readOwnHistory } from "@/lib/domain/wallet/wallet/history";

export const cards = {
  "/balance": post({
    scope: null,
    body: CheckBalanceBody,
    reply: checkedBalanceReply,
    handle: (ctx, { body }) => checkBalance(ctx, body),
  }),
  "/cards": get({
    scope: "wallet:card",
    reply: ownCardsReply,
    handle: listOwnCards,
  }),
  "/cards/{uuid}/code": post({
    scope: "wallet:card",
    params: CardParams,
    reply: ownCodeReply,
    handle: (ctx, { params }) => revealOwnCode(ctx, { cardId: params.uuid }),
  }),
  "/cards/{uuid}/history": get({
    scope: "wallet:card",
    params: CardParams,
    query: OwnHistoryQuery,
    reply: ownHistoryReply,
    handle: (ctx, { params, query }) => readOwnHistory(ctx, { cardId: params.uuid, ...query }),
  }),
  "/cards/{uuid}/passes/apple": resource({
    GET: downloadApplePass,
  }),
  "/cards/{uuid}/passes/google": resource({ GET: openGooglePass }),
  "/cards/{uuid}": get({
    scope: "wallet:card",
    params: CardParams,
    reply: ownCardReply,
    handle: (ctx, { params }) => readOwnCard(ctx, { cardId: params.uuid }),
  }),
  "/claim": post({
    scope: "wallet:own",
    body: ClaimByCodeBody,
    reply: ownCardReply,
    handle: (ctx, { body }) => claimOwn(ctx, body),
  }),
};
