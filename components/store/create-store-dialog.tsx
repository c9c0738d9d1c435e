import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { openPage, post, refusesField } from "@/components/api";
import { browserTimeZone } from "@/components/browser-time-zone";
import { StoreCurrencyField } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { useSession } from "@/components/session";
import { announceStore } from "@/components/shell/store-channel";

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
