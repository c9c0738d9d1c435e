import {
  CashierParams,
  ChangeCashierBody,
  CreateCashierBody,
  cashierReply,
  cashiersReply,
} from "@/lib/api/contract/portal/cashiers";
import {
  ChangeDeviceBody,
  CreateDeviceBody,
  DeviceParams,
  deviceReply,
  devicesReply,
  deviceWithCodeReply,
  PairingCodeBody,
} from "@/lib/api/contract/portal/devices";
import {
  TillClosingsQuery,
  TillDayQuery,
  tillClosingsPageReply,
  tillDayReply,
} from "@/lib/api/contract/till/till";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import {
  changeCashier,
  createCashier,
  deactivateCashier,
  listCashiers,
} from "@/lib/domain/till/cashiers";
import {
  changeDevice,
  createDevice,
  createPairingCode,
  listDevices,
  revokeDevice,
} from "@/lib/domain/till/devices";
import { listClosings, totalsOfDay } from "@/lib/domain/till/totals";

export const tills = {
  "/cashiers": resource({
    GET: endpoint({
      scope: "store:read",
      reply: cashiersReply,
      handle: listCashiers,
    }),
    POST: endpoint({
      scope: "store:manage",
      body: CreateCashierBody,
      status: 201,
      reply: cashierReply,
      handle: (ctx, { body }) => createCashier(ctx, body),
    }),
  }),
  "/cashiers/{id}/deactivate": post({
    scope: "store:manage",
    params: CashierParams,
    reply: cashierReply,
    handle: (ctx, { params }) => deactivateCashier(ctx, { cashierId: params.id }),
  }),
  "/cashiers/{id}": resource({
    PATCH: endpoint({
      scope: "store:manage",
      params: CashierParams,
      body: ChangeCashierBody,
      reply: cashierReply,
      handle: (ctx, { params, body }) => changeCashier(ctx, { cashierId: params.id, ...body }),
    }),
  }),
  "/devices": resource({
    GET: endpoint({
      scope: "store:read",
      reply: devicesReply,
      handle: listDevices,
    }),
    POST: endpoint({
      scope: "store:manage",
      body: CreateDeviceBody,
      status: 201,
      reply: deviceWithCodeReply,
      handle: (ctx, { body }) => createDevice(ctx, body),
    }),
  }),
  "/devices/{id}/pairing-code": post({
    scope: "store:manage",
    params: DeviceParams,
    body: PairingCodeBody,
    status: 201,
    reply: deviceWithCodeReply,
    handle: (ctx, { params, body }) => createPairingCode(ctx, { deviceId: params.id, ...body }),
  }),
  "/devices/{id}/revoke": post({
    scope: "store:manage",
    params: DeviceParams,
    reply: deviceReply,
    handle: (ctx, { params }) => revokeDevice(ctx, { deviceId: params.id }),
  }),
  "/devices/{id}": resource({
    PATCH: endpoint({
      scope: "store:manage",
      params: DeviceParams,
      body: ChangeDeviceBody,
      reply: deviceReply,
      handle: (ctx, { params, body }) => changeDevice(ctx, { deviceId: params.id, ...body }),
    }),
  }),
  "/tills/closings": get({
    scope: "store:read",
    query: TillClosingsQuery,
    reply: tillClosingsPageReply,
    handle: (ctx, { query }) => listClosings(ctx, query),
  }),
  "/tills/totals": get({
    scope: "store:read",
    query: TillDayQuery,
    reply: tillDayReply,
    handle: (ctx, { query }) => totalsOfDay(ctx, query),
  }),
};
