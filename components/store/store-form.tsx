import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { patch } from "@/components/api";
import { schemaResolver, useHydrated, useSubmit } from "@/components/forms";
import { useIsOwner, useIsTest } from "@/components/session";
import { toast } from "@/components/toast";
import type { Store } from "@/components/types";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { RequestFailure } from "@/components/ui/request-failure";
import { UnsavedChanges } from "@/components/unsaved-changes";
import { Consequences } from "./consequences";
import { CardFields, StoreFields, TeamFields } from "./store-fields";
import { type StoreValues, storeUpdateBody, storeValuesSchema, valuesOf } from "./store-values";

/** The store settings form. Describes the effect of each change before it is saved. */
export function StoreForm({ store }: { store: Store }) {
  const t = useTranslations("store");
  const hydrated = useHydrated();
  const [isOwner, isTest] = [useIsOwner(), useIsTest()];
  const router = useRouter();
  const queries = useQueryClient();
  const form = useForm({
    resolver: schemaResolver(storeValuesSchema(t), useTranslations("common")),
    defaultValues: valuesOf(store),
  });
  const { isDirty, isSubmitting } = form.formState;

  const act = async (wanted: StoreValues) => {
    const saved = await patch("/api/portal/store", storeUpdateBody(wanted));
    queries.setQueryData(["store"], saved);
    form.reset(valuesOf(saved));
    // The layout and all pages get the store from the server.
    router.refresh();
    toast(t("saved"));
  };
  const { submit, failure } = useSubmit(form, act, { validityMonths: "months" });

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-6">
      <UnsavedChanges dirty={isDirty} />
      <StoreFields form={form} store={store} />
      <CardFields form={form} />
      {isOwner && !isTest && <TeamFields form={form} />}
      <Consequences store={store} values={form.watch()} />
      <RequestFailure error={failure} />
      <div
        className={cx(
          "-mx-4 flex gap-2 border-t bg-canvas px-4 py-3 md:mx-0 md:px-0",
          // Sticky only while there are unsaved changes, so it doesn't cover fields otherwise.
          isDirty && "sticky bottom-0",
        )}
      >
        <Button
          type="submit"
          variant="primary"
          disabled={!hydrated || !isDirty}
          busy={isSubmitting}
        >
          {t("save")}
        </Button>
        {isDirty && (
          <Button variant="ghost" disabled={isSubmitting} onClick={() => form.reset()}>
            {t("discard")}
          </Button>
        )}
      </div>
    </form>
  );
}
