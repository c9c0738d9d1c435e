import { pageLocale } from "@/components/locale";
import type { DateRange } from "@/lib/date-ranges";
import { rangeTextIn } from "@/lib/date-text";

/** Formats days in the page's locale, for example "Nov 1 – 26, 2026". */
export const rangeText = (range: DateRange): string => rangeTextIn(pageLocale(), range);
