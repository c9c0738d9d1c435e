import { z } from "zod";
import type { DateOrder } from "./formats";

const MAX_DATE_CHARACTERS = 40;
// Dates of other systems may have a time of day. One with a time zone is another day elsewhere, so it is refused.
const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AaPp][Mm])?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${TIME}$`);
const Day = z.iso.date();

const matchOf = (pattern: RegExp, text: string): string[] =>
  (text.length <= MAX_DATE_CHARACTERS && pattern.exec(text)) || [];

/** The orders in which a date can be read; empty if it begins with the year or is no date. */
export function ordersOf(text: string): DateOrder[] {
  const [, first, , second] = matchOf(YEAR_LAST, text);
  if (first === undefined || Number(first) === Number(second)) return [];
  const orders: DateOrder[] = [];
  if (Number(second) <= 12) orders.push("day-first");
  if (Number(first) <= 12) orders.push("month-first");
  return orders;
}

/** Parses a date of another system into YYYY-MM-DD, or returns what is wrong with it. `order` is the file's. */
export function readDate(
  text: string,
  order: DateOrder | undefined,
): { day: string } | { problem: string } {
  const [, year, , month, date] = matchOf(YEAR_FIRST, text);
  if (year !== undefined) return dayOf(year, month, date);
  const [, first, , second, lastYear] = matchOf(YEAR_LAST, text);
  if (first === undefined) return { problem: NO_DATE };
  const [only] = ordersOf(text);
  if (order && only && !ordersOf(text).includes(order)) {
    return {
      problem: `must have the ${order === "day-first" ? "day" : "month"} first, as you chose`,
    };
  }
  return (order ?? only) === "month-first"
    ? dayOf(lastYear, first, second)
    : dayOf(lastYear, second, first);
}

const NO_DATE = "must be a date such as 2027-01-31";

function dayOf(year = "", month = "", date = ""): { day: string } | { problem: string } {
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return Day.safeParse(day).success ? { day } : { problem: NO_DATE };
}
