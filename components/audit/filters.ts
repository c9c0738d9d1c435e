import { parseAsString } from "nuqs";
import { endOfDay, isDay, startOfDay } from "@/components/days";

/** The filters as they stand in the URL; days are the store's. */
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

/** What the server is asked for: whole days of the store's zone, as instants. */
export const filterQuery = ({ actor, action, subject, from, to }: Filters, timeZone: string) => ({
  actor,
  action,
  subjectId: subject,
  from: isDay(from) ? startOfDay(from, timeZone) : null,
  to: isDay(to) ? endOfDay(to, timeZone) : null,
});
