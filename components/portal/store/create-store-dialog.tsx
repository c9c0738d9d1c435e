import * as z from "zod/mini";
import { openPage, post, refusesField } from "@/components/kit/api/api";
import { field, name } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { StoreCurrencyField } from "@/components/kit/form/form-fields";
import { browserTimeZone } from "@/components/kit/locale/browser-time-zone";
import { announceStore } from "@/components/kit/store/store-channel";

export const CreateStoreDialog = formDialog({ texts: "shell", refresh: () => [] }, "createStore", {
  values: ({ merchant }) => ({ store: merchant.name }),
  fields: ({ t, merchant }) => ({
    name: name(t("createStore.name")),
    currency: field(z.string(), merchant.currency, (at) => <StoreCurrencyField {...at} />),
  }),
  send: async (store, key, { merchant }) => {
    const timeZone = browserTimeZone(merchant.timeZone);
    try {
      return await post("/api/portal/stores", { ...store, timeZone }, key);
    } catch (error) {
      if (!refusesField(error, "timeZone")) throw error;
      // Without a time zone, the store starts in UTC. It can be changed in the settings.
      return await post("/api/portal/stores", store, crypto.randomUUID());
    }
  },
  done: ({ merchantId }) => {
    announceStore(merchantId);
    return openPage("/");
  },
});
