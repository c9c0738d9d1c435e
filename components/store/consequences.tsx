import type { Store } from "@/components/types";
import { Notice } from "@/components/ui/notice";
import type { StoreInput } from "./store-values";

/** Describes what the unsaved changes will do, and what stays the same. */
export function Consequences({ store, values }: { store: Store; values: StoreInput }) {
  const { currency, timeZone } = values;
  const validity = values.validity === "never" ? "" : values.months.trim();
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {currency !== store.currency && (
        <Notice tone="info">
          <b className="font-semibold">Currency:</b> new cards start in {currency}. Cards that exist
          keep theirs.
        </Notice>
      )}
      {timeZone !== store.timeZone && (
        <Notice tone="info">
          <b className="font-semibold">Time zone:</b> from now on days begin and end in{" "}
          {timeZone.replaceAll("_", " ")}: on these pages, for days chosen in filters, and for the
          day a card expires. No date on a card changes. Reports recount past days within a quarter
          of an hour; totals stay exact meanwhile.
        </Notice>
      )}
      {validity !== String(store.validityMonths ?? "") && (
        <Notice tone="info">
          <b className="font-semibold">Expiration:</b> applies from a card's next top-up. The
          expiration dates that cards have now stay.
        </Notice>
      )}
    </div>
  );
}
