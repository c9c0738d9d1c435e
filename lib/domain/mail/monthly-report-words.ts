import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import { textsOf } from "@/lib/base/i18n/texts";
import { changeBetween, localizedMoney } from "@/lib/base/money";
import { addMonths, monthTextIn } from "@/lib/base/time/date-ranges";
import type { Mail } from "./mail";
import { safeName } from "./user-text";

type MonthlyReport = Extract<Mail, { template: "monthly_report" }>;
type Figure = MonthlyReport["currencies"][number]["figures"][number];

const t = textsOf(DEFAULT_LOCALE, "teamEmails");

/** The content of a store's report of a month. */
export function monthlyReport({ storeName, month, currencies, link }: MonthlyReport) {
  const facts = { store: safeName(storeName), month: monthTextIn(DEFAULT_LOCALE, month) };
  const hasBefore = currencies.some(({ figures }) => figures.some(({ before }) => before !== null));
  const before = monthTextIn(DEFAULT_LOCALE, addMonths(`${month}-01`, -1));
  return {
    subject: t("monthlyReport.subject", facts),
    paragraphs: [
      t(hasBefore ? "monthlyReport.text" : "monthlyReport.textFirst", { ...facts, before }),
    ],
    tables: currencies.map(({ currency, figures }) => ({
      caption: t("monthlyReport.caption", { currency }),
      rows: figures.map((figure) => ({
        label: t(`monthlyReport.${figure.name}`),
        amount: moneyOf(BigInt(figure.cents), currency),
        change: changeWords(figure, currency),
      })),
    })),
    action: { label: t("monthlyReport.action"), link },
    closing: [t("monthlyReport.stop")],
  };
}

const moneyOf = (cents: bigint, currency: string, sign: "auto" | "exceptZero" = "auto"): string =>
  localizedMoney(cents, currency, DEFAULT_LOCALE, sign).replace("-", "−");

function changeWords({ cents, before }: Figure, currency: string): string | null {
  if (before === null) return null;
  const change = changeBetween(BigInt(before), BigInt(cents));
  if (change.cents === 0n) return t("monthlyReport.noChange");
  const amount = moneyOf(change.cents, currency, "exceptZero");
  if (before === "0") return t("monthlyReport.new", { amount });
  if (change.ratio === null) return amount;
  const percent = new Intl.NumberFormat(DEFAULT_LOCALE, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return t("monthlyReport.change", {
    amount,
    percent: percent.format(change.ratio).replace("-", "−"),
  });
}
