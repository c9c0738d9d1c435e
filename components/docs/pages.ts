import type { Translate } from "@/components/kit/locale/translate";
import authentication from "@/docs/guides/authentication.md";
import batches from "@/docs/guides/batches.md";
import clients from "@/docs/guides/clients.md";
import compatibility from "@/docs/guides/compatibility.md";
import errors from "@/docs/guides/errors.md";
import holds from "@/docs/guides/holds.md";
import idempotency from "@/docs/guides/idempotency.md";
import limits from "@/docs/guides/limits.md";
import lostResponses from "@/docs/guides/lost-responses.md";
import money from "@/docs/guides/money.md";
import onlineShops from "@/docs/guides/online-shops.md";
import ownShop from "@/docs/guides/own-shop.md";
import pagination from "@/docs/guides/pagination.md";
import quickStart from "@/docs/guides/quick-start.md";
import references from "@/docs/guides/references.md";
import refunds from "@/docs/guides/refunds.md";
import splitPayment from "@/docs/guides/split-payment.md";
import team from "@/docs/guides/team.md";
import testing from "@/docs/guides/testing.md";
import tills from "@/docs/guides/tills.md";
import transfers from "@/docs/guides/transfers.md";
import versioning from "@/docs/guides/versioning.md";
import wallet from "@/docs/guides/wallet.md";
import webhooks from "@/docs/guides/webhooks.md";
import backup from "@/docs/operations/backup.md";
import citus from "@/docs/operations/citus.md";
import commandLine from "@/docs/operations/command-line.md";
import configuration from "@/docs/operations/configuration.md";
import deploy from "@/docs/operations/deploy.md";
import faults from "@/docs/operations/faults.md";
import incidents from "@/docs/operations/incidents.md";
import kubernetes from "@/docs/operations/kubernetes.md";
import monitor from "@/docs/operations/monitor.md";
import scale from "@/docs/operations/scale.md";
import secrets from "@/docs/operations/secrets.md";
import upgrade from "@/docs/operations/upgrade.md";
import walletPasses from "@/docs/operations/wallet-passes.md";
import type { Operation } from "./reference";

/** A page in the navigation. */
type NavEntry = { href: string; label: string; method?: string };
export type NavGroup = { title: string; entries: NavEntry[] };
export type Guide = typeof quickStart;

type GuideGroup = {
  name: "start" | "requests" | "cards" | "connect" | "store" | "deploy" | "operate";
  guides: [path: string, guide: Guide][];
};

/** The guides of each group by their path under /docs, in reading order. */
const guideGroups: GuideGroup[] = [
  {
    name: "start",
    guides: [
      ["quick-start", quickStart],
      ["authentication", authentication],
      ["testing", testing],
      ["clients", clients],
    ],
  },
  {
    name: "requests",
    guides: [
      ["errors", errors],
      ["idempotency", idempotency],
      ["lost-responses", lostResponses],
      ["references", references],
      ["pagination", pagination],
      ["limits", limits],
      ["versioning", versioning],
      ["compatibility", compatibility],
    ],
  },
  {
    name: "cards",
    guides: [
      ["money", money],
      ["refunds", refunds],
      ["split-payment", splitPayment],
      ["holds", holds],
      ["batches", batches],
      ["transfers", transfers],
    ],
  },
  {
    name: "connect",
    guides: [
      ["webhooks", webhooks],
      ["online-shops", onlineShops],
      ["own-shop", ownShop],
    ],
  },
  {
    name: "store",
    guides: [
      ["tills", tills],
      ["team", team],
      ["wallet", wallet],
    ],
  },
  {
    name: "deploy",
    guides: [
      ["operations/deploy", deploy],
      ["operations/kubernetes", kubernetes],
      ["operations/configuration", configuration],
      ["operations/wallet-passes", walletPasses],
      ["operations/scale", scale],
      ["operations/citus", citus],
    ],
  },
  {
    name: "operate",
    guides: [
      ["operations/command-line", commandLine],
      ["operations/upgrade", upgrade],
      ["operations/backup", backup],
      ["operations/secrets", secrets],
      ["operations/monitor", monitor],
      ["operations/faults", faults],
      ["operations/incidents", incidents],
    ],
  },
];

/** All guides by their path under /docs. */
export const guides = new Map(guideGroups.flatMap((group) => group.guides));

/** Groups operations by tag, in the order of the OpenAPI document. */
export const groupByTag = (operations: Operation[]) =>
  [...new Set(operations.map(({ tag }) => tag))].map((title) => ({
    title,
    operations: operations.filter(({ tag }) => tag === title),
  }));

/** All pages of the docs: guides first, then the API's operations by tag. */
export const navGroups = (t: Translate<"docs">, operations: Operation[]): NavGroup[] => [
  ...guideGroups.map(({ name, guides }) => ({
    title: t(`guideGroups.${name}`),
    entries: guides.map(([path, { title }]) => ({ href: `/docs/${path}`, label: title })),
  })),
  ...groupByTag(operations).map(({ title, operations }) => ({
    title,
    entries: operations.map(({ slug, method, summary }) => ({
      href: `/docs/api/${slug}`,
      label: summary,
      method,
    })),
  })),
];
