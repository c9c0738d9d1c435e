import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormField, FormText } from "@/components/form-text";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { EVENT_WORDS, MAX_URL_CHARS, SUBSCRIBABLE_EVENTS } from "@/lib/webhooks/webhook";

export const WebhookFormSchema = z.object({
  url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter the URL that receives the events."),
      z.maxLength(MAX_URL_CHARS, `Use at most ${MAX_URL_CHARS.toLocaleString("en")} characters.`),
      z.regex(/^https:\/\//i, "The URL has to begin with https://."),
    ),
  events: z.array(z.enum(SUBSCRIBABLE_EVENTS)).check(z.minLength(1, "Choose at least one event.")),
});

type WebhookValues = z.infer<typeof WebhookFormSchema>;

export const WebhookFields = ({ form }: { form: UseFormReturn<WebhookValues> }) => (
  <>
    <FormText
      form={form}
      name="url"
      label="Endpoint URL"
      help="A page of your server that takes POST requests over https."
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://example.com/webhooks"
    />
    <FormField form={form} name="events">
      {({ value, onChange, error }) => (
        <FieldGroup legend="Events to send" error={error}>
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
