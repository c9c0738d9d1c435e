import { pageLocale } from "@/components/kit/locale/locale";
import type { DateRange } from "@/lib/base/time/date-ranges";
import { rangeTextIn } from "@/lib/base/time/date-ranges";

/** Formats days in the page's locale, for example "Nov 1 – 26, 2026". */
export const rangeText = (range: DateRange): string => rangeTextIn(pageLocale(), range);
