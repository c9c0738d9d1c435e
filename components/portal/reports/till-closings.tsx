import { useInfiniteQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyOf } from "@/components/kit/api/api";
import { readPagesOptions } from "@/components/kit/api/read-options";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { Time } from "@/components/kit/ui/format";
import { Section } from "@/components/kit/ui/section";
import { LoadMore, NotLoaded } from "@/components/kit/ui/states";
import {
  buttonsColumn,
  type Column,
  Table,
  textColumn,
  timeColumn,
} from "@/components/kit/ui/table";
import { TillFigures } from "./till-figures";

type Closing = ReplyOf<"/api/portal/tills/closings">["closings"][number];

/** Closing reports of all devices, to look at and to print. */
export function TillClosings() {
  const t = useTranslations("reports");
  const [open, setOpen] = useState<Closing | null>(null);
  const query = useInfiniteQuery(
    readPagesOptions(["reports", "till-closings"], "/api/portal/tills/closings"),
  );
  const closings = query.data?.pages.flatMap((page) => page.closings);
  return (
    <Section title={t("tills.closings.title")} className="print:hidden">
      {!closings ? (
        <NotLoaded query={query} />
      ) : closings.length === 0 ? (
        <p className="text-muted">{t("tills.closings.empty")}</p>
      ) : (
        <Table
          caption={t("tills.closings.caption")}
          columns={columnsOf(t, setOpen)}
          rows={closings}
          rowId={({ device, number }) => `${device.id} ${number}`}
        />
      )}
      <LoadMore query={query} label={t("tills.closings.more")} />
      {open && <ClosingDialog closing={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

const columnsOf = (
  t: Translate<"reports">,
  onOpen: (closing: Closing) => void,
): Column<Closing>[] => [
  textColumn(t("tills.closings.report"), (closing) => nameOf(t, closing), {
    className: "max-w-64 font-medium stacked:max-w-none",
    phone: "what",
  }),
  textColumn(t("tills.closings.closedBy"), ({ cashier }) => cashier.name, {
    className: "max-w-44",
    phone: "state",
  }),
  timeColumn(t("tills.closings.closedAt"), ({ closedAt }) => closedAt),
  buttonsColumn(
    t("tills.closings.actions"),
    (closing) => (
      <Button size="sm" onClick={() => onOpen(closing)}>
        <span>
          {t.rich("tills.closings.view", {
            number: closing.number,
            device: closing.device.name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </span>
      </Button>
    ),
    "amount",
  ),
];

/** A report's name, such as "Front desk #12". */
const nameOf = (t: Translate<"reports">, { device, number }: Closing) =>
  t("tills.closings.number", { device: device.name, number });

function ClosingDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const t = useTranslations("reports");
  const { number, device, cashier, closedAt, totals } = closing;
  return (
    <Dialog
      onClose={onClose}
      title={nameOf(t, closing)}
      description={t.rich("tills.closings.text", {
        cashier: cashier.name,
        time: () => <Time at={closedAt} exact />,
      })}
    >
      {totals.length === 0 ? (
        <p>{t("tills.closings.nothing")}</p>
      ) : (
        <TillFigures
          caption={t("tills.closings.captionOf", { number, device: device.name })}
          totals={totals}
          by="cashier"
          narrow
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("tills.closings.close")}</Button>
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden /> {t("tills.print")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
