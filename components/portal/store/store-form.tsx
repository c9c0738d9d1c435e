import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { patch } from "@/components/kit/api/api";
import { useIsOwner, useIsTest } from "@/components/kit/api/session";
import type { Store } from "@/components/kit/api/types";
import { schemaResolver, useSubmit } from "@/components/kit/form/forms";
import { SaveBar } from "@/components/kit/form/save-bar";
import { UnsavedChanges } from "@/components/kit/form/unsaved-changes";
import { toast } from "@/components/kit/page/toast";
import { RequestFailure } from "@/components/kit/ui/request-failure";
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

  const act = async (values: StoreValues) => {
    const saved = await patch("/api/portal/store", storeUpdateBody(values));
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
