import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { type FieldAt, field, text } from "@/components/kit/dialog/fields";
import { FormField } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { FieldGroup } from "@/components/kit/ui/field";
import { EVENT_WORDS, MAX_URL_CHARS, SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import type { Webhook } from "./types";

/** A webhook's URL and events. */
export const webhookFields = (
  t: Translate<"webhooks">,
  initial: Pick<Webhook, "url" | "events">,
) => ({
  url: text(t("form.url"), {
    schema: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, t("form.urlMissing")),
        z.maxLength(MAX_URL_CHARS),
        z.regex(/^https:\/\//i, t("form.urlScheme")),
      ),
    initial: initial.url,
    help: t("form.urlHelp"),
    type: "url",
    inputMode: "url",
    autoComplete: "off",
    spellCheck: false,
    placeholder: "https://example.com/webhooks",
  }),
  events: field(
    z.array(z.enum(SUBSCRIBABLE_EVENTS)).check(z.minLength(1, t("form.eventsMissing"))),
    SUBSCRIBABLE_EVENTS.filter((name) => initial.events.includes(name)),
    (at) => <EventsField {...at} />,
  ),
});

function EventsField(props: FieldAt) {
  const t = useTranslations("webhooks");
  return (
    <FormField {...props}>
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
  );
}
