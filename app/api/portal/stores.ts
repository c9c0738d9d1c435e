import {
  BrandingChangeBody,
  brandingReply,
  LogoBody,
  MAX_LOGO_BODY_BYTES,
  unprintableReply,
} from "@/lib/api/contract/portal/branding";
import { currenciesReply } from "@/lib/api/contract/portal/cards";
import {
  ChangeViewBody,
  ListViewsQuery,
  SavedViewParams,
  SaveViewBody,
  savedViewReply,
  savedViewsReply,
} from "@/lib/api/contract/portal/saved-view";
import {
  NewStoreBody,
  StoreChangeBody,
  SwitchBody,
  storeReply,
  storesReply,
  switchedStoreReply,
} from "@/lib/api/contract/portal/store";
import { removedReply } from "@/lib/api/contract/portal/team";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { readPrintedStore } from "@/lib/domain/batches/codes";
import { currenciesInUse } from "@/lib/domain/cards/currencies";
import { readBranding, updateBranding } from "@/lib/domain/stores/branding";
import { removeLogo, replaceLogo } from "@/lib/domain/stores/logo";
import { readStore, updateStore } from "@/lib/domain/stores/settings";
import { createStore, listStores, switchStore } from "@/lib/domain/stores/stores";
import { changeView, deleteView, listViews, saveView } from "@/lib/domain/team/saved-views";

export const stores = {
  "/branding/unprintable": get({
    scope: "store:manage",
    reply: unprintableReply,
    handle: async ({ merchantId }) => {
      const printed = await readPrintedStore(merchantId);
      // Imported on demand, because the fonts' library is large.
      const { unprintableOnCards } = await import("@/lib/documents/printed-card");
      return { characters: unprintableOnCards(printed) };
    },
  }),
  "/branding/logo": resource({
    PUT: endpoint({
      scope: "store:manage",
      body: LogoBody,
      maxBodyBytes: MAX_LOGO_BODY_BYTES,
      reply: brandingReply,
      handle: (ctx, { body }) => replaceLogo(ctx, body),
    }),
    DELETE: endpoint({
      scope: "store:manage",
      reply: brandingReply,
      handle: (ctx) => removeLogo(ctx),
    }),
  }),
  "/branding": resource({
    GET: endpoint({
      scope: "store:read",
      reply: brandingReply,
      handle: (ctx) => readBranding(ctx),
    }),
    PATCH: endpoint({
      scope: "store:manage",
      body: BrandingChangeBody,
      reply: brandingReply,
      handle: (ctx, { body }) => updateBranding(ctx, body),
    }),
  }),
  "/currencies": get({
    scope: "store:read",
    reply: currenciesReply,
    handle: (ctx) => currenciesInUse(ctx),
  }),
  "/saved-views": resource({
    GET: endpoint({
      scope: "store:read",
      query: ListViewsQuery,
      reply: savedViewsReply,
      handle: (ctx, { query }) => listViews(ctx, query),
    }),
    POST: endpoint({
      scope: "store:read",
      body: SaveViewBody,
      status: 201,
      reply: savedViewReply,
      handle: (ctx, { body }) => saveView(ctx, body),
    }),
  }),
  "/saved-views/{id}": resource({
    PATCH: endpoint({
      scope: "store:read",
      params: SavedViewParams,
      body: ChangeViewBody,
      reply: savedViewReply,
      handle: (ctx, { params, body }) => changeView(ctx, { viewId: params.id, ...body }),
    }),
    DELETE: endpoint({
      scope: "store:read",
      params: SavedViewParams,
      reply: removedReply,
      handle: (ctx, { params }) => deleteView(ctx, { viewId: params.id }),
    }),
  }),
  "/store": resource({
    GET: endpoint({
      scope: "store:read",
      reply: storeReply,
      handle: (ctx) => readStore(ctx),
    }),
    PATCH: endpoint({
      scope: "store:manage",
      body: StoreChangeBody,
      reply: storeReply,
      handle: (ctx, { body }) => updateStore(ctx, body),
    }),
  }),
  "/stores": resource({
    GET: endpoint({
      scope: "store:read",
      withoutSecondFactor: true,
      reply: storesReply,
      handle: (ctx) => listStores(ctx),
    }),
    POST: endpoint({
      scope: "store:read",
      body: NewStoreBody,
      status: 201,
      reply: switchedStoreReply,
      handle: (ctx, { body }) => createStore(ctx, body),
    }),
  }),
  "/stores/switch": post({
    scope: "store:read",
    withoutSecondFactor: true,
    anyStore: true,
    body: SwitchBody,
    reply: switchedStoreReply,
    handle: (ctx, { body }) => switchStore(ctx, body),
  }),
};
