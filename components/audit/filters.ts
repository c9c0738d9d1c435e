import { parseAsString } from "nuqs";
import { endOfDay, isDay, startOfDay } from "@/components/days";

/** The filters as URL parameters. Days are in the store's time zone. */
export const filterParsers = {
  actor: parseAsString,
  action: parseAsString,
  subject: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

export type Filters = Record<keyof typeof filterParsers, string | null>;

export const noFilters: Filters = {
  actor: null,
  action: null,
  subject: null,
  from: null,
  to: null,
};

/** The API query. Days become timestamps in the store's time zone. */
export const filterQuery = ({ actor, action, subject, from, to }: Filters, timeZone: string) => ({
  actor,
  action,
  subjectId: subject,
  from: isDay(from) ? startOfDay(from, timeZone) : null,
  to: isDay(to) ? endOfDay(to, timeZone) : null,
});
