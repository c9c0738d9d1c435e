import { invalidField } from "@/lib/base/errors";
import { ambiguousPartOf } from "./amounts";
import { ordersOf } from "./dates";
import type { DateOrder, FileFormats } from "./formats";
import type { RawRow } from "./read-file";

/** Refuses a file that can be read in 2 ways until the way is chosen: invalid_request (decimalMark, dateOrder). */
export function checkFormats(rows: RawRow[], { decimalMark, dateOrder }: FileFormats): void {
  const isAmbiguous = ({ balance }: RawRow) => ambiguousPartOf(balance) !== null;
  const amount = decimalMark === undefined ? rows.find(isAmbiguous) : undefined;
  if (amount) {
    throw invalidField(
      "decimalMark",
      `line ${amount.line} has the amount ${ambiguousPartOf(amount.balance)}; choose how the file writes decimals`,
    );
  }
  const date = dateOrder === undefined ? ambiguousDateOf(rows) : undefined;
  if (date) {
    throw invalidField(
      "dateOrder",
      `line ${date.line} has the date ${date.expiry}; choose how the file writes dates`,
    );
  }
}

/** A row whose date can be read in 2 ways, or that orders it otherwise than an earlier row. */
function ambiguousDateOf(rows: RawRow[]): RawRow | undefined {
  let usual: DateOrder | undefined;
  return rows.find(({ expiry }) => {
    const [order, another] = ordersOf(expiry);
    if (order === undefined) return false;
    usual ??= order;
    return another !== undefined || order !== usual;
  });
}
