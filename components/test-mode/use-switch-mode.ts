import { useMutation } from "@tanstack/react-query";
import { openPage, post } from "@/components/api";
import { useSession } from "@/components/session";
import { announceStore } from "@/components/shell/store-channel";
import { toast } from "@/components/toast";

/** Switches between the store and its test twin, with a full load of the first page. */
export function useSwitchMode() {
  const { merchant } = useSession();
  return useMutation({
    mutationFn: async (testMode: boolean) => {
      const live = merchant.liveMerchantId ?? merchant.id;
      const shown = await post("/api/portal/stores/switch", { merchantId: live, testMode });
      announceStore(shown.merchantId);
      return openPage("/");
    },
    onError: (error) => toast(error.message),
  });
}
