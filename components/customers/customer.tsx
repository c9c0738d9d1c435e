import type { Customer } from "@/components/types";
import { Money } from "@/components/ui/format";

/** The query keys that a change of somebody's cards or credit has touched. */
export const changedByCustomer = [["customers"], ["cards"], ["transactions"], ["store-credit"]];

/** What somebody holds, one amount a currency: amounts of several currencies have no sum. */
export const Balances = ({ of, none }: { of: Customer["balances"]; none: string }) =>
  of.length === 0 ? (
    <span className="text-subtle">{none}</span>
  ) : (
    <span className="inline-flex max-w-56 flex-wrap justify-end gap-x-3">
      {of.map(({ currency, balanceCents }) => (
        <Money key={currency} amountCents={balanceCents} currency={currency} />
      ))}
    </span>
  );
