import { useQuery } from "@tanstack/react-query";
import { readOptions } from "@/components/kit/api/queries";
import { useSession } from "@/components/kit/api/session";
import { currencyOptions } from "./currencies";

/** The currencies to filter by: those of the store's cards, and its own. */
export function useCurrenciesInUse() {
  const { merchant } = useSession();
  const used = useQuery(readOptions(["cards", "currencies"], "/api/portal/currencies"));
  const offered = [...(used.data?.currencies ?? []), merchant.currency];
  return currencyOptions().filter(({ value }) => offered.includes(value));
}
