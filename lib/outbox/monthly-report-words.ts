import { changeBetween } from "../change";
import { addMonths } from "../date-ranges";
import { textsOf } from "../i18n/texts";
import { localizedMoney } from "../money";
import type { Mail } from "./mail";
import { shownName } from "./user-text";

type MonthlyReport = Extract<Mail, { template: "monthly_report" }>;
type Figure = MonthlyReport["currencies"][number]["figures"][number];

const LOCALE = "en-US";
const t = textsOf(LOCALE, "reportEmails");

/** The content of a store's report of a month. */
export function monthlyReport({ storeName, month, currencies, link }: MonthlyReport) {
  const facts = { store: shownName(storeName), month: monthName(month) };
  const hasBefore = currencies.some(({ figures }) => figures.some(({ before }) => before !== null));
  const before = monthName(addMonths(`${month}-01`, -1));
  return {
    subject: t("monthly.subject", facts),
    paragraphs: [t(hasBefore ? "monthly.text" : "monthly.textFirst", { ...facts, before })],
    tables: currencies.map(({ currency, figures }) => ({
      caption: t("monthly.caption", { currency }),
      rows: figures.map((figure) => ({
        label: t(`monthly.${figure.name}`),
        amount: moneyOf(BigInt(figure.cents), currency),
        change: changeWords(figure, currency),
      })),
    })),
    action: { label: t("monthly.action"), link },
    closing: [t("monthly.stop")],
  };
}

const monthName = (day: string): string =>
  new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(day.slice(0, "2026-11".length)),
  );

const moneyOf = (cents: bigint, currency: string, sign: "auto" | "exceptZero" = "auto"): string =>
  localizedMoney(cents, currency, LOCALE, sign).replace("-", "−");

function changeWords({ cents, before }: Figure, currency: string): string | null {
  if (before === null) return null;
  const change = changeBetween(BigInt(before), BigInt(cents));
  if (change.cents === 0n) return t("monthly.noChange");
  const amount = moneyOf(change.cents, currency, "exceptZero");
  if (before === "0") return t("monthly.new", { amount });
  if (change.ratio === null) return amount;
  const percent = new Intl.NumberFormat(LOCALE, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return t("monthly.change", {
    amount,
    percent: percent.format(change.ratio).replace("-", "−"),
  });
}
