import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { isDay, todayIn } from "@/components/kit/locale/days";
import { Button } from "@/components/kit/ui/button";
import { TextField } from "@/components/kit/ui/field";
import { Section } from "@/components/kit/ui/section";
import { EmptyState, Loaded } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { longDay } from "./months";
import { TillClosings } from "./till-closings";
import { TillFigures, type TillTotals } from "./till-figures";

/** A day's totals of the store's tills, and their closing reports. */
export function TillsTab() {
  const t = useTranslations("reports");
  const { merchant } = useSession();
  const today = todayIn(merchant.timeZone, merchant.clockOffsetMs);
  const [chosen, setDay] = useQueryState("day", parseAsString);
  const day = isDay(chosen) ? chosen : today;
  const query = useQuery({
    ...readOptions(["reports", "tills", day], "/api/portal/tills/totals", { day }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={t("tills.label")} className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        <TextField
          label={t("tills.day")}
          type="date"
          value={day}
          max={today}
          onChange={(event) => void setDay(event.target.value || null)}
        />
        <Button onClick={() => window.print()}>
          <Printer aria-hidden /> {t("tills.print")}
        </Button>
      </div>
      <Loaded query={query}>
        {({ totals }) => <DayTotals totals={totals} day={longDay(day)} />}
      </Loaded>
      <p className="text-sm text-subtle">{t("tills.note", { timeZone: merchant.timeZone })}</p>
      <TillClosings />
    </section>
  );
}

function DayTotals({ totals, day }: { totals: TillTotals; day: string }) {
  const t = useTranslations("reports");
  if (totals.length === 0) return <NothingDone day={day} />;
  return (
    <>
      <p className="hidden text-lg font-semibold print:block">{day}</p>
      <Section title={t("tills.byCashier")}>
        <TillFigures caption={t("tills.captionByCashier", { day })} totals={totals} by="cashier" />
      </Section>
      <Section title={t("tills.byDevice")}>
        <TillFigures caption={t("tills.captionByDevice", { day })} totals={totals} by="device" />
      </Section>
    </>
  );
}

function NothingDone({ day }: { day: string }) {
  const t = useTranslations("reports");
  const devices = useQuery(readOptions(["devices"], "/api/portal/devices"));
  const hasNone = devices.data?.devices.length === 0;
  return (
    <EmptyState
      icon={<MonitorSmartphone aria-hidden />}
      title={t("tills.empty.title", { day })}
      text={
        hasNone
          ? t.rich("tills.empty.noDevices", {
              link: (text) => <TextLink href="/settings/devices">{text}</TextLink>,
            })
          : t("tills.empty.text")
      }
    />
  );
}
