import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { patch } from "@/components/api";
import { schemaResolver, useSubmit } from "@/components/forms";
import { SaveBar } from "@/components/save-bar";
import { useIsOwner, useIsTest } from "@/components/session";
import { toast } from "@/components/toast";
import type { Store } from "@/components/types";
import { RequestFailure } from "@/components/ui/request-failure";
import { UnsavedChanges } from "@/components/unsaved-changes";
import { Consequences } from "./consequences";
import { CardFields, StoreFields, TeamFields } from "./store-fields";
import { type StoreValues, storeUpdateBody, storeValuesSchema, valuesOf } from "./store-values";

/** The store settings form. Describes the effect of each change before it is saved. */
export function StoreForm({ store }: { store: Store }) {
  const t = useTranslations("store");
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
      <SaveBar dirty={isDirty} busy={isSubmitting} onDiscard={() => form.reset()} />
    </form>
  );
}
