import * as audit from "@/app/api/portal/audit/route";
import * as portalCards from "@/app/api/portal/cards/route";
import * as customers from "@/app/api/portal/customers/route";
import * as activity from "@/app/api/portal/overview/activity/route";
import * as overview from "@/app/api/portal/overview/route";
import * as ageing from "@/app/api/portal/reports/ageing/route";
import * as expired from "@/app/api/portal/reports/expired/route";
import * as expiredTotals from "@/app/api/portal/reports/expired/totals/route";
import * as journal from "@/app/api/portal/reports/journal/route";
import * as liability from "@/app/api/portal/reports/liability/route";
import * as counts from "@/app/api/portal/transactions/counts/route";
import * as movements from "@/app/api/portal/transactions/route";
import * as lookup from "@/app/api/v1/cards/lookup/route";
import * as cards from "@/app/api/v1/cards/route";
import * as transactions from "@/app/api/v1/transactions/route";
import type { Resource } from "@/lib/http/endpoint";
import type { History } from "./history";

/** One request that the dashboard makes; with a body a POST. */
export type Asked = { title: string; route: Resource; path: string; body?: unknown };

/** What a person looks at and looks for, over a store with a history. */
export const requests = ({ userId, sample }: History): Asked[] => [
  { title: "cards, first page", route: cards, path: "/api/v1/cards?limit=50" },
  { title: "cards, active", route: cards, path: "/api/v1/cards?limit=50&status=active" },
  {
    title: "card, by its code",
    route: lookup,
    path: "/api/v1/cards/lookup",
    body: { code: sample.code },
  },
  ...[
    ["first page", ""],
    ["oldest first", "&sort=oldest"],
    ["by last four", `&last4=${sample.last4}`],
    ["by e-mail", "&ownerEmail=consumer-7@example.com"],
    ["active, EUR", "&status=active&currency=EUR"],
    ["USD, $20 to $30", "&currency=USD&minBalanceCents=2000&maxBalanceCents=3000"],
    ["disabled, expiring first", "&status=disabled&sort=expiring"],
    ["physical, with a balance, expired", `&cardType=physical&balance=any&expiresTo=${daysAgo(1)}`],
    ["of one week", `&createdFrom=${daysAgo(207)}T00:00:00Z&createdTo=${daysAgo(200)}T00:00:00Z`],
  ].map(([title, query]) => ({
    title: `cards of the portal, ${title}`,
    route: portalCards,
    path: `/api/portal/cards?limit=50${query}`,
  })),
  { title: "transactions, first page", route: transactions, path: "/api/v1/transactions?limit=50" },
  { title: "overview", route: overview, path: "/api/portal/overview" },
  ...["7d", "90d", "12m"].map((period) => ({
    title: `overview, activity of ${period}`,
    route: activity,
    path: `/api/portal/overview/activity?currency=USD&period=${period}`,
  })),
  { title: "liability", route: liability, path: "/api/portal/reports/liability?currency=USD" },
  { title: "ageing", route: ageing, path: "/api/portal/reports/ageing" },
  { title: "expired cards", route: expired, path: "/api/portal/reports/expired?currency=USD" },
  {
    title: "expired cards, sums",
    route: expiredTotals,
    path: "/api/portal/reports/expired/totals",
  },
  {
    title: "journal of a month by day",
    route: journal,
    path: `/api/portal/reports/journal?from=${daysAgo(40)}&to=${daysAgo(10)}`,
  },
  ...[
    ["first page", ""],
    ["rare currency", "&currency=JPY"],
    ["currency of nothing", "&currency=KWD"],
    ["by a person", "&actor=user:0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ["by an idle key", "&actor=key:0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ["store credit", "&account=store_credit"],
    ["reference", "&referenceId=order-0123456789"],
  ].map(([title, query]) => ({
    title: `movements, ${title}`,
    route: movements,
    path: `/api/portal/transactions?limit=50${query}`,
  })),
  { title: "movements, counts", route: counts, path: "/api/portal/transactions/counts" },
  { title: "customers, first page", route: customers, path: "/api/portal/customers?limit=50" },
  { title: "customers, by address", route: customers, path: "/api/portal/customers?q=consumer-7" },
  ...[
    ["first page", ""],
    ["by a person", `&actor=user:${userId}`],
    ["by action", "&action=card.disabled"],
    ["by person and action", `&actor=user:${userId}&action=card.disabled`],
    ["of a span", `&from=${daysAgo(207)}T00:00:00Z&to=${daysAgo(200)}T00:00:00Z`],
  ].map(([title, query]) => ({
    title: `audit log, ${title}`,
    route: audit,
    path: `/api/portal/audit?limit=50${query}`,
  })),
];

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
