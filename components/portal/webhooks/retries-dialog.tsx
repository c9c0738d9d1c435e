import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { patch, url } from "@/components/kit/api/api";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { FormRadio, FormSelect } from "@/components/kit/form/form-fields";
import {
  EXHAUSTED_BEFORE_DISABLING,
  RETRY_SCHEDULE_NAMES,
} from "@/lib/domain/webhooks/delivery-policy";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";

const schema = z.object({
  retrySchedule: z.enum(RETRY_SCHEDULE_NAMES),
  disableAfterHours: z.string(),
});

const offeredHours = [0, 6, 12, 24, 48, 72];

type Props = { webhook: Webhook; onClose: () => void };

export function EditRetriesDialog({ webhook, onClose }: Props) {
  const tc = useTranslations("common");
  const t = useTranslations("webhooks");
  const { retrySchedule, disableAfterHours } = webhook;
  // The API also takes hours that are not offered here.
  const hours = [...new Set([...offeredHours, disableAfterHours])].sort((a, b) => a - b);
  return (
    <ActionDialog
      onClose={onClose}
      title={t("retries.edit")}
      description={t("retries.description")}
      verb={tc("actions.save")}
      schema={schema}
      defaults={{ retrySchedule, disableAfterHours: String(disableAfterHours) }}
      send={(values) =>
        patch(url("/api/portal/webhooks/{id}", webhook), {
          ...values,
          disableAfterHours: Number(values.disableAfterHours),
        })
      }
      refresh={changedByWebhook(webhook)}
      toast={() => t("retries.done")}
    >
      {(form) => (
        <>
          <FormRadio
            form={form}
            name="retrySchedule"
            legend={t("retries.schedule.legend")}
            options={RETRY_SCHEDULE_NAMES.map((value) => ({
              value,
              label: t(`retries.schedule.${value}.label`),
              help: t(`retries.schedule.${value}.help`),
            }))}
          />
          <FormSelect
            form={form}
            name="disableAfterHours"
            label={t("retries.minimum.label")}
            help={t("retries.minimum.help", { count: EXHAUSTED_BEFORE_DISABLING })}
            options={hours.map((count) => ({
              value: String(count),
              label: t("retries.minimum.hours", { hours: count }),
            }))}
          />
        </>
      )}
    </ActionDialog>
  );
}
