import { parseAsString, parseAsStringLiteral } from "nuqs";
import { endOfDay, isDay, startOfDay } from "@/components/days";
import { transactionStatuses, transactionTypes } from "./words";

/** Filters from the URL. Days are in the store's time zone. */
export const filterParsers = {
  type: parseAsStringLiteral(transactionTypes),
  status: parseAsStringLiteral(transactionStatuses),
  currency: parseAsString,
  actor: parseAsString,
  from: parseAsString,
  to: parseAsString,
  referenceId: parseAsString,
  cardUuid: parseAsString,
};

export type Filters = {
  type: (typeof transactionTypes)[number] | null;
  status: (typeof transactionStatuses)[number] | null;
  currency: string | null;
  actor: string | null;
  from: string | null;
  to: string | null;
  referenceId: string | null;
  cardUuid: string | null;
};

export const noFilters: Filters = {
  type: null,
  status: null,
  currency: null,
  actor: null,
  from: null,
  to: null,
  referenceId: null,
  cardUuid: null,
};

/** The API query: days become timestamps at their start and end in the store's time zone. */
export const filterQuery = ({ from, to, ...rest }: Filters, timeZone: string) => ({
  ...rest,
  from: isDay(from) ? startOfDay(from, timeZone) : null,
  to: isDay(to) ? endOfDay(to, timeZone) : null,
});
