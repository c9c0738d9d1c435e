import { operations as portal } from "@/app/api/portal/operations";
import * as lookup from "@/app/api/v1/cards/lookup/route";
import * as cards from "@/app/api/v1/cards/route";
import * as transactions from "@/app/api/v1/transactions/route";
import type { RouteHandlers } from "@/lib/api/kernel/endpoint";
import type { StoreHistory } from "./history";

/** A dashboard request. It is a POST if it has a body. */
export type DashboardRequest = {
  title: string;
  route: RouteHandlers;
  path: string;
  body?: unknown;
};

/** Typical dashboard requests for a store with a history. */
export const requests = ({ userId, sample }: StoreHistory): DashboardRequest[] => {
  const code = { code: sample.code };
  const nobody = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
  const week = (from: string, to: string) =>
    `&${from}=${daysAgo(207)}T00:00:00Z&${to}=${daysAgo(200)}T00:00:00Z`;
  const list = (
    title: string,
    route: RouteHandlers,
    path: string,
    queries: Record<string, string>,
  ) =>
    Object.entries(queries).map(([name, query]) => ({
      title: `${title}, ${name}`,
      route,
      path: `${path}?limit=50${query}`,
    }));
  return [
    ...list("cards of the API", cards, "/api/v1/cards", {
      "first page": "",
      active: "&status=active",
    }),
    {
      title: "cards, counts",
      route: portal["/cards/counts"],
      path: "/api/portal/cards/counts?search=consumer-70",
    },
    { title: "card by its code", route: lookup, path: "/api/v1/cards/lookup", body: code },
    ...list("cards", portal["/cards"], "/api/portal/cards", {
      "first page": "",
      "oldest first": "&sort=oldest",
      "without unsold stock": "&unsold=hidden",
      "last used first": "&sort=last_used",
      "searched by last four": `&search=${sample.last4}`,
      "searched by part of an email": "&search=consumer-70",
      "searched by a reference": `&search=${sample.reference}`,
      "searched by an amount": "&search=$5.67",
      "searched by a name of nobody": "&search=hopper",
      email: "&ownerEmail=consumer-7@example.com",
      "active, EUR": "&status=active&currency=EUR",
      "USD, $20 to $30": "&currency=USD&minBalanceCents=2000&maxBalanceCents=3000",
      "disabled, expiring first": "&status=disabled&sort=expiring",
      "physical, with a balance, expired": `&cardType=physical&balance=any&expiresTo=${daysAgo(1)}`,
      "created in one week": week("createdFrom", "createdTo"),
    }),
    ...list("transactions of the API", transactions, "/api/v1/transactions", { "first page": "" }),
    { title: "overview", route: portal["/overview"], path: "/api/portal/overview" },
    ...[6, 89, 334].map((days) => ({
      title: `activity of ${days + 1} days`,
      route: portal["/reports/activity"],
      path: `/api/portal/reports/activity?currency=USD&from=${daysAgo(days)}&to=${daysAgo(0)}&compare=before`,
    })),
    {
      title: "liability",
      route: portal["/reports/liability"],
      path: "/api/portal/reports/liability?currency=USD",
    },
    { title: "ageing", route: portal["/reports/ageing"], path: "/api/portal/reports/ageing" },
    {
      title: "expired cards",
      route: portal["/reports/expired"],
      path: "/api/portal/reports/expired?currency=USD",
    },
    {
      title: "expired cards, totals",
      route: portal["/reports/expired/totals"],
      path: "/api/portal/reports/expired/totals",
    },
    {
      title: "journal of a month by day",
      route: portal["/reports/journal"],
      path: `/api/portal/reports/journal?from=${daysAgo(40)}&to=${daysAgo(10)}`,
    },
    ...list("transactions", portal["/transactions"], "/api/portal/transactions", {
      "first page": "",
      "rare currency": "&currency=JPY",
      "currency without cards": "&currency=KWD",
      "by a team member": `&actor=user:${nobody}`,
      "by an idle key": `&actor=key:${nobody}`,
      "store credit": "&account=store_credit",
      reference: "&referenceId=order-0123456789",
      "searched by last four": `&search=${sample.last4}`,
      "searched by part of an email": "&search=consumer-70",
      "searched by a reference": `&search=${sample.reference}`,
      "searched by an amount": "&search=$5.67",
      "searched by a rare amount": "&search=$9,999.00",
    }),
    ...list("customers", portal["/customers"], "/api/portal/customers", {
      "first page": "",
      "by email": "&q=consumer-7",
    }),
    ...list("audit log", portal["/audit"], "/api/portal/audit", {
      "first page": "",
      "by a team member": `&actor=user:${userId}`,
      "by action": "&action=card.disabled",
      "by team member and action": `&actor=user:${userId}&action=card.disabled`,
      "of one week": week("from", "to"),
    }),
  ];
};

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
