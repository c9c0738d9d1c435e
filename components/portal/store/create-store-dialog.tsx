import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { openPage, post, refusesField } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { StoreCurrencyField } from "@/components/kit/form/form-fields";
import { typedName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import { browserTimeZone } from "@/components/kit/locale/browser-time-zone";
import { announceStore } from "@/components/kit/store/store-channel";

export function CreateStoreDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell");
  const { merchant } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("createStore.title")}
      description={t("createStore.description", { store: merchant.name })}
      verb={t("createStore.submit")}
      schema={z.object({ name: typedName, currency: z.string() })}
      defaults={{ name: "", currency: merchant.currency }}
      send={async (store, key) => {
        const timeZone = browserTimeZone(merchant.timeZone);
        try {
          return await post("/api/portal/stores", { ...store, timeZone }, key);
        } catch (error) {
          if (!refusesField(error, "timeZone")) throw error;
          // Without a time zone, the store starts in UTC. It can be changed in the settings.
          return await post("/api/portal/stores", store, crypto.randomUUID());
        }
      }}
      refresh={[]}
      done={({ merchantId }) => {
        announceStore(merchantId);
        return openPage("/");
      }}
    >
      {(form) => (
        <>
          <FormText form={form} name="name" label={t("createStore.name")} autoComplete="off" />
          <StoreCurrencyField form={form} name="currency" />
        </>
      )}
    </ActionDialog>
  );
}
