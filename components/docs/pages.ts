import type { Translate } from "@/components/translate";
import authentication from "@/docs/guides/authentication.md";
import clients from "@/docs/guides/clients.md";
import compatibility from "@/docs/guides/compatibility.md";
import errors from "@/docs/guides/errors.md";
import holds from "@/docs/guides/holds.md";
import idempotency from "@/docs/guides/idempotency.md";
import limits from "@/docs/guides/limits.md";
import lostResponses from "@/docs/guides/lost-responses.md";
import money from "@/docs/guides/money.md";
import ownShop from "@/docs/guides/own-shop.md";
import pagination from "@/docs/guides/pagination.md";
import quickStart from "@/docs/guides/quick-start.md";
import references from "@/docs/guides/references.md";
import refunds from "@/docs/guides/refunds.md";
import splitPayment from "@/docs/guides/split-payment.md";
import testing from "@/docs/guides/testing.md";
import versioning from "@/docs/guides/versioning.md";
import webhooks from "@/docs/guides/webhooks.md";
import { REFUSALS } from "@/lib/errors";
import { SUBSCRIBABLE_EVENTS } from "@/lib/webhooks/webhook";
import type { Operation } from "./reference";

/** A page in the navigation and the search. The search also matches `keywords`. */
export type NavEntry = { href: string; label: string; method?: string; keywords: string };
export type NavGroup = { title: string; entries: NavEntry[] };
export type Guide = typeof quickStart;

/** Guides by URL slug, in reading order. */
export const guides = new Map<string, Guide>([
  ["quick-start", quickStart],
  ["clients", clients],
  ["authentication", authentication],
  ["testing", testing],
  ["errors", errors],
  ["idempotency", idempotency],
  ["lost-responses", lostResponses],
  ["webhooks", webhooks],
  ["money", money],
  ["refunds", refunds],
  ["split-payment", splitPayment],
  ["holds", holds],
  ["references", references],
  ["pagination", pagination],
  ["limits", limits],
  ["own-shop", ownShop],
  ["versioning", versioning],
  ["compatibility", compatibility],
]);

/** Groups operations by tag, in the order of the OpenAPI document. */
export const groupByTag = (operations: Operation[]) =>
  [...new Set(operations.map(({ tag }) => tag))].map((title) => ({
    title,
    operations: operations.filter(({ tag }) => tag === title),
  }));

/** All pages of the API reference: guides first, then operations by tag. */
export const navGroups = (t: Translate<"docs">, operations: Operation[]): NavGroup[] => [
  {
    title: t("guides"),
    entries: [...guides].map(([slug, { title, keywords }]) => ({
      href: `/docs/${slug}`,
      label: title,
      keywords,
    })),
  },
  ...groupByTag(operations).map(({ title, operations }) => ({
    title,
    entries: operations.map(entryOf),
  })),
];

const entryOf = ({ slug, method, path, summary, scope }: Operation): NavEntry => ({
  href: `/docs/api/${slug}`,
  label: summary,
  method,
  keywords: `${method} ${path} ${scope ?? ""}`,
});

/** Search entries for error codes and events, which are sections of other pages. */
export const detailEntries = (t: Translate<"docs">): NavEntry[] => [
  ...Object.entries(REFUSALS).map(([code, [status, meaning]]) => ({
    href: `/docs/errors#${code}`,
    label: code,
    keywords: t("search.errorKeywords", { status: String(status), meaning }),
  })),
  ...SUBSCRIBABLE_EVENTS.map((event) => ({
    href: `/docs/webhooks#${event}`,
    label: event,
    keywords: t("search.eventKeywords"),
  })),
];
