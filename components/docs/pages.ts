import { REFUSALS } from "@/lib/errors";
import { SUBSCRIBABLE } from "@/lib/webhooks/webhook";
import type { NavEntry, NavGroup } from "./nav";
import type { Operation } from "./reference";

/** The prose of the reference, in the order in which it is read. */
export const guides = [
  { slug: "quick-start", title: "Quick start", also: "begin curl first card" },
  {
    slug: "authentication",
    title: "Authentication and scopes",
    also: "api key bearer token permission",
  },
  { slug: "shapes", title: "Shapes", also: "scrip-shape a b camel snake" },
  { slug: "errors", title: "Errors", also: "codes status retry request id" },
  {
    slug: "idempotency",
    title: "Idempotency",
    also: "key retry repeat twice replay",
  },
  { slug: "limits", title: "Limits", also: "rate 429 retry-after quota" },
  {
    slug: "pagination",
    title: "Pages and cursors",
    also: "pagination offset limit next list",
  },
  {
    slug: "webhooks",
    title: "Webhooks",
    also: "events signature verify hmac payload retry replay",
  },
  {
    slug: "money",
    title: "Money and currencies",
    also: "amount cents decimals iso 4217 expiry validity ledger",
  },
  {
    slug: "own-shop",
    title: "A shop of your own",
    also: "online e-commerce platform shopify connect signed protocol mirror",
  },
  {
    slug: "versioning",
    title: "Versioning",
    also: "openapi v1 change compatibility",
  },
] as const;

/** Every page of the reference: guides first, then the operations by tag. */
export function pagesOf(operations: Operation[]): NavGroup[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return [
    {
      title: "Guides",
      entries: guides.map(({ slug, title, also }) => ({
        href: `/docs/${slug}`,
        label: title,
        also,
      })),
    },
    ...tags.map((tag) => ({
      title: tag,
      entries: operations.filter((operation) => operation.tag === tag).map(entryOf),
    })),
  ];
}

const entryOf = ({ slug, method, path, summary, scope }: Operation): NavEntry => ({
  href: `/docs/api/${slug}`,
  label: path,
  method,
  also: `${summary} ${scope ?? ""}`,
});

/** What is found inside pages: error codes and events, each at its own place. */
export const details: NavEntry[] = [
  ...Object.entries(REFUSALS).map(([code, [status, meaning]]) => ({
    href: `/docs/errors#${code}`,
    label: code,
    also: `${status} ${meaning} error`,
  })),
  ...SUBSCRIBABLE.map((event) => ({
    href: `/docs/webhooks#${event}`,
    label: event,
    also: "event webhook",
  })),
];
