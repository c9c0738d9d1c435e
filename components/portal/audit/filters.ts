import { parseAsString } from "nuqs/server";
import type { FirstReads } from "@/components/kit/api/read-options";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { savedViews } from "@/components/kit/list/view";
import { instantsOf } from "@/components/kit/locale/day-ranges";
import { actorList } from "@/components/portal/transactions/filters";

/** The filters as URL parameters. Days are in the store's time zone, and may name a range. */
const filterParsers = {
  actor: parseAsString,
  action: parseAsString,
  subject: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

export type Filters = Record<keyof typeof filterParsers, string | null>;

export const noFilters = noneOf(filterParsers);

export const auditList = listQuery({
  key: ["audit"],
  path: "/api/portal/audit",
  parsers: filterParsers,
  queryOf: ({ actor, action, subject, from, to }, store) => ({
    actor,
    action,
    subjectId: subject,
    ...instantsOf({ from, to }, store),
  }),
});

export const auditReads: FirstReads = (page, load) =>
  Promise.all([
    load(openList(auditList, page).options),
    load(actorList),
    load(savedViews("audit")),
  ]);
