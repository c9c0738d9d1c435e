import type { ReactNode } from "react";
import type { Store } from "@/components/types";
import { Notice } from "@/components/ui/notice";

type Props = {
  store: Store;
  values: { currency: string; timeZone: string; validity: "months" | "never"; months: string };
};

/** Describes what the unsaved changes will do, and what stays the same. */
export function Consequences({ store, values }: Props) {
  const validity = values.validity === "never" ? "" : values.months.trim();
  const was = store.validityMonths === null ? "" : String(store.validityMonths);
  const notes: [what: string, changed: boolean, note: ReactNode][] = [
    [
      "currency",
      values.currency !== store.currency,
      <>
        <b className="font-semibold">Currency:</b> new cards start in {values.currency}. Cards that
        exist keep theirs.
      </>,
    ],
    [
      "zone",
      values.timeZone !== store.timeZone,
      <>
        <b className="font-semibold">Time zone:</b> from now on days begin and end in{" "}
        {values.timeZone.replaceAll("_", " ")}: on these pages, for days chosen in filters, and for
        the day a card expires. No date on a card changes. Reports recount past days within a
        quarter of an hour; totals stay exact meanwhile.
      </>,
    ],
    [
      "validity",
      validity !== was,
      <>
        <b className="font-semibold">Validity:</b> it counts from a card's next load. Expiry dates
        that stand on cards today stay.
      </>,
    ],
  ];
  const told = notes.filter(([, changed]) => changed);
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {told.map(([what, , note]) => (
        <Notice key={what} tone="info">
          {note}
        </Notice>
      ))}
    </div>
  );
}
