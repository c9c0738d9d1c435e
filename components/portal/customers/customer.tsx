import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/kit/ui/format";
import { EnterSearch } from "@/components/kit/ui/search-field";

export const customerRefreshKeys = [["customers"], ["cards"], ["transactions"], ["store-credit"]];

type Balance = { currency: string; balanceCents: string | number };

export const Balances = ({ of, none }: { of: Balance[]; none: string }) =>
  of.length === 0 ? (
    <span className="text-subtle">{none}</span>
  ) : (
    <span className="inline-flex max-w-56 flex-wrap justify-end gap-x-3">
      {of.map(({ currency, balanceCents }) => (
        <Money key={currency} amountCents={BigInt(balanceCents)} currency={currency} />
      ))}
    </span>
  );

type LinkProps = { id: string; email: string; name: string | null };

/** A row's link to a customer: the name, if the team gave one, and the email. */
export const CustomerLink = ({ id, email, name }: LinkProps) => (
  <Link
    href={`/customers/${id}`}
    prefetch={false}
    title={name ? `${name} · ${email}` : email}
    className="block max-w-44 truncate font-medium underline-offset-4 after:absolute after:inset-0 hover:underline stacked:max-w-none xl:max-w-72"
  >
    {name ?? email}
    {name && <span className="ml-2 text-sm font-normal text-muted">{email}</span>}
  </Link>
);

type SearchProps = { label: string; value: string | null; onSearch: (q: string | null) => void };

/** Finds people by any part of their email or name. `value` is the current search. */
export const CustomerSearch = (props: SearchProps) => (
  <EnterSearch
    {...props}
    placeholder={useTranslations("common")("searchCustomers")}
    autoCapitalize="none"
    maxLength={254}
  />
);
