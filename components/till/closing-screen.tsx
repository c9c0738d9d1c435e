import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { get, post, unreachable } from "@/components/kit/api/api";
import { useOnline } from "@/components/kit/page/offline";
import { BackButton } from "./back-button";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { ListSkeleton, LoadFailure } from "./load-failure";
import { PrintedClosing } from "./printed-closing";
import { FieldError } from "./text-field";
import { ClosingTotals } from "./totals-table";
import type { Closing, Totals } from "./types";
import { useLoaded } from "./use-loaded";
import { useSubmit } from "./use-submit";
import { momentInWords } from "./words";

async function loadTotals() {
  const [open, earlier] = await Promise.all([get("/api/till/totals"), get("/api/till/closings")]);
  if (!open || !earlier) throw unreachable();
  return { open, closings: earlier.closings };
}

/** The totals since the last closing, the button that closes the day, and earlier reports. */
export function ClosingScreen() {
  const t = useTranslations("till");
  const { go, device } = useOpenTill();
  const { data, error, reload } = useLoaded(loadTotals);
  const [closed, setClosed] = useState<Closing | null>(null);
  const [printing, setPrinting] = useState<Closing | null>(null);
  const printed = useCallback(() => setPrinting(null), []);
  const onClosed = (closing: Closing) => {
    setClosed(closing);
    void reload();
  };
  return (
    <>
      <BackButton onBack={useCallback(() => go({ at: "home" }), [go])} />
      <h1 className="text-2xl font-semibold">{t("closing.title")}</h1>
      {error && <LoadFailure error={error} onRetry={() => void reload()} />}
      {!data && !error && <ListSkeleton />}
      {data && (
        <div className="grid gap-6 md:grid-cols-2 md:gap-10">
          <div className="grid content-start gap-4">
            {closed ? (
              <ClosedReport closing={closed} onPrint={() => setPrinting(closed)} />
            ) : (
              <OpenTotals open={data.open} onClosed={onClosed} onFailed={() => void reload()} />
            )}
          </div>
          <EarlierReports closings={data.closings} onPrint={setPrinting} />
        </div>
      )}
      {printing && (
        <PrintedClosing
          key={printing.number}
          closing={printing}
          store={device.store}
          onDone={printed}
        />
      )}
    </>
  );
}

type OpenProps = { open: Totals; onClosed: (closing: Closing) => void; onFailed: () => void };

function OpenTotals({ open: { number, since, totals }, onClosed, onFailed }: OpenProps) {
  const t = useTranslations("till");
  const { call, device } = useOpenTill();
  const online = useOnline();
  const { busy, error, submit } = useSubmit();
  const close = () =>
    void submit(async () => {
      try {
        const reply = await call(() => post("/api/till/closings", { number }));
        if (!reply) throw unreachable();
        onClosed(reply.closing);
      } catch (failure) {
        // It may have been closed: then the report is among the earlier ones.
        onFailed();
        throw failure;
      }
    });
  return (
    <>
      <p className="text-lg text-muted">
        {since
          ? t("closing.since", { date: momentInWords(since, device.store.timeZone) })
          : t("closing.ever")}
      </p>
      <div className="grid gap-5 rounded-md border bg-surface p-4 text-lg">
        {totals.length === 0 ? <p>{t("closing.empty")}</p> : <ClosingTotals totals={totals} />}
      </div>
      {totals.length > 0 && (
        <>
          <p className="text-lg text-muted">{t("closing.help", { number })}</p>
          <TillButton ref={focusFirst} look="primary" disabled={busy || !online} onClick={close}>
            {t("closing.submit")}
          </TillButton>
        </>
      )}
      <div role="alert" className="text-lg empty:hidden">
        {error && <FieldError text={error} />}
      </div>
    </>
  );
}

function ClosedReport({ closing, onPrint }: { closing: Closing; onPrint: () => void }) {
  const t = useTranslations("till");
  return (
    <>
      <p role="status" className="text-lg font-medium text-positive">
        {t("closing.closed", { number: closing.number })}
      </p>
      <div className="grid gap-5 rounded-md border bg-surface p-4 text-lg">
        <ClosingTotals totals={closing.totals} />
      </div>
      <TillButton ref={focusFirst} look="primary" onClick={onPrint}>
        <Printer aria-hidden /> {t("closing.print")}
      </TillButton>
    </>
  );
}

type EarlierProps = { closings: Closing[]; onPrint: (closing: Closing) => void };

function EarlierReports({ closings, onPrint }: EarlierProps) {
  const t = useTranslations("till");
  const { device } = useOpenTill();
  if (closings.length === 0) return null;
  return (
    <section className="grid content-start gap-3">
      <h2 className="text-lg font-semibold">{t("closing.earlier")}</h2>
      <ul className="divide-y rounded-md border bg-surface">
        {closings.map((closing) => (
          <li key={closing.number} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="text-lg font-medium">
                {t("closing.report", { number: closing.number })}
              </p>
              <p className="text-base text-muted">
                {t("closing.by", {
                  cashier: closing.cashier.name,
                  date: momentInWords(closing.closedAt, device.store.timeZone),
                })}
              </p>
            </div>
            <TillButton
              look="quiet"
              aria-label={t("closing.printNumber", { number: closing.number })}
              onClick={() => onPrint(closing)}
            >
              <Printer aria-hidden />
            </TillButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
