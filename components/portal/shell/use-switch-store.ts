import { useMutation } from "@tanstack/react-query";
import { openPage, post } from "@/components/kit/api/api";
import { useToastError } from "@/components/kit/page/toast";
import { announceStore } from "@/components/kit/store/store-channel";

/** Opens another store, or a store's live or test mode, with a full load of the first page. */
export const useSwitchStore = () =>
  useMutation({
    mutationFn: async (store: { merchantId: string; testMode?: boolean }) => {
      const opened = await post("/api/portal/stores/switch", store);
      announceStore(opened.merchantId);
      return openPage("/");
    },
    onError: useToastError(),
  });
