import { parseAsString } from "nuqs/server";
import type { FirstReads } from "@/components/kit/api/read-options";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { endOfDay, isDay, startOfDay } from "@/components/kit/locale/days";
import { actorList } from "@/components/portal/transactions/filters";

/** The filters as URL parameters. Days are in the store's time zone. */
const filterParsers = {
  actor: parseAsString,
  action: parseAsString,
  subject: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

export type Filters = Record<keyof typeof filterParsers, string | null>;

export const noFilters = noneOf(filterParsers);

/** The API query. Days become timestamps in the store's time zone. */
const filterQuery = ({ actor, action, subject, from, to }: Filters, timeZone: string) => ({
  actor,
  action,
  subjectId: subject,
  from: isDay(from) ? startOfDay(from, timeZone) : null,
  to: isDay(to) ? endOfDay(to, timeZone) : null,
});

export const auditList = listQuery({
  key: ["audit"],
  path: "/api/portal/audit",
  parsers: filterParsers,
  queryOf: (filters, { timeZone }) => filterQuery(filters, timeZone),
});

export const auditReads: FirstReads = (page, load) =>
  Promise.all([load(openList(auditList, page).options), load(actorList)]);
