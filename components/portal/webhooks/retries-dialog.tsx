import { radio, select } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import {
  EXHAUSTED_BEFORE_DISABLING,
  RETRY_SCHEDULE_NAMES,
} from "@/lib/domain/webhooks/delivery-policy";
import { ofWebhook } from "./use-webhook";

const offeredHours = [0, 6, 12, 24, 48, 72];

export const EditRetriesDialog = formDialog(ofWebhook, "retries.editing", {
  operation: ["PATCH", "/api/portal/webhooks/{id}"],
  submit: ({ tc }) => tc("actions.save"),
  fields: ({ t, webhook: { retrySchedule, disableAfterHours } }) => {
    // The API also takes hours that are not offered here.
    const hours = [...new Set([...offeredHours, disableAfterHours])].sort((a, b) => a - b);
    return {
      retrySchedule: radio(t("retries.schedule.legend"), {
        values: RETRY_SCHEDULE_NAMES,
        initial: retrySchedule,
        option: (schedule) => ({
          label: t(`retries.schedule.${schedule}.label`),
          help: t(`retries.schedule.${schedule}.help`),
        }),
      }),
      disableAfterHours: select(t("retries.minimum.label"), {
        values: hours.map(String),
        initial: String(disableAfterHours),
        help: t("retries.minimum.help", { count: EXHAUSTED_BEFORE_DISABLING }),
        option: (count) => ({ label: t("retries.minimum.hours", { hours: Number(count) }) }),
      }),
    };
  },
  body: (typed) => ({ ...typed, disableAfterHours: Number(typed.disableAfterHours) }),
});
