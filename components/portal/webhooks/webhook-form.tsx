import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormField, FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { FieldGroup } from "@/components/kit/ui/field";
import { EVENT_WORDS, MAX_URL_CHARS, SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";

export const webhookFormSchema = (t: Translate<"webhooks">) =>
  z.object({
    url: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, t("form.urlMissing")),
        z.maxLength(MAX_URL_CHARS),
        z.regex(/^https:\/\//i, t("form.urlScheme")),
      ),
    events: z.array(z.enum(SUBSCRIBABLE_EVENTS)).check(z.minLength(1, t("form.eventsMissing"))),
  });

type WebhookValues = z.infer<ReturnType<typeof webhookFormSchema>>;

export function WebhookFields({ form }: { form: UseFormReturn<WebhookValues> }) {
  const t = useTranslations("webhooks");
  return (
    <>
      <FormText
        form={form}
        name="url"
        label={t("form.url")}
        help={t("form.urlHelp")}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/webhooks"
      />
      <FormField form={form} name="events">
        {({ value, onChange, error }) => (
          <FieldGroup legend={t("form.events")} error={error}>
            <div className="grid gap-2.5">
              {SUBSCRIBABLE_EVENTS.map((event) => (
                <Checkbox
                  key={event}
                  checked={value.includes(event)}
                  onCheckedChange={(checked) =>
                    onChange(
                      SUBSCRIBABLE_EVENTS.filter((one) =>
                        one === event ? checked : value.includes(one),
                      ),
                    )
                  }
                  label={<span className="font-mono text-sm">{event}</span>}
                  help={EVENT_WORDS[event]}
                />
              ))}
            </div>
          </FieldGroup>
        )}
      </FormField>
    </>
  );
}
