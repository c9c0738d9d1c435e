import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormField, FormText } from "@/components/form-text";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { MAX_URL_CHARS } from "@/lib/webhooks/webhook";
import { type EventName, eventNames, eventWords } from "./words";

/** The form fields of a webhook and their validation. */
export const WebhookForm = z.object({
  url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter the URL that receives the events."),
      z.maxLength(MAX_URL_CHARS, `Use at most ${MAX_URL_CHARS.toLocaleString("en")} characters.`),
      z.regex(/^https:\/\//i, "The URL has to begin with https://."),
    ),
  events: z.array(z.enum(eventNames)).check(z.minLength(1, "Choose at least one event.")),
});

export type WebhookValues = z.infer<typeof WebhookForm>;

/** Endpoint and event fields, for creating and editing a webhook. */
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
      {(field) => <EventChoice {...field} />}
    </FormField>
  </>
);

type ChoiceProps = {
  value: EventName[];
  onChange: (events: EventName[]) => void;
  error: string | undefined;
};

const EventChoice = ({ value, onChange, error }: ChoiceProps) => (
  <FieldGroup legend="Events to send" {...(error && { error })}>
    <div className="grid gap-2.5">
      {eventNames.map((event) => (
        <Checkbox
          key={event}
          checked={value.includes(event)}
          onCheckedChange={(checked) =>
            onChange(eventNames.filter((each) => (each === event ? checked : value.includes(each))))
          }
          label={<span className="font-mono text-sm">{event}</span>}
          help={eventWords[event]}
        />
      ))}
    </div>
  </FieldGroup>
);
