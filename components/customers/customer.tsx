import type { Customer } from "@/components/types";
import { Money } from "@/components/ui/format";

/** Query keys to refresh after a customer's cards or store credit change. */
export const changedByCustomer = [["customers"], ["cards"], ["transactions"], ["store-credit"]];

/** One balance per currency, because different currencies can't be added up. */
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
