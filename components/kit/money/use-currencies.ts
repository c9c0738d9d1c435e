import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/kit/api/session";
import { currenciesInUse, currencyOptions } from "./currencies";

/** The currencies to filter by: those of the store's cards, and its own. */
export function useCurrenciesInUse() {
  const { merchant } = useSession();
  const used = useQuery(currenciesInUse);
  const offered = [...(used.data?.currencies ?? []), merchant.currency];
  return currencyOptions().filter(({ value }) => offered.includes(value));
}
