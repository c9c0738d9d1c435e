import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import type { Card } from "@/components/kit/api/types";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import { drawnIf, text, textArea } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { todayIn } from "@/components/kit/locale/days";
import { Time } from "@/components/kit/ui/format";
import { strong } from "@/components/kit/ui/strong";
import { last4Of, ofCard } from "./card-area";
import { useCardDetails } from "./use-card-details";

type Details = NonNullable<ReturnType<typeof useCardDetails>["data"]>;

const EditForm = formDialog(
  { ...ofCard, subject: ({ card }: { card: Card; details: Details }) => card },
  "edit",
  {
    operation: ["PATCH", "/api/portal/cards/{uuid}"],
    values: last4Of,
    fields: ({ t, card, details, merchant: { timeZone, clockOffsetMs } }) => {
      const current = card.expiresOn ?? "";
      const today = todayIn(timeZone, clockOffsetMs);
      const isRight = (day: string) => day === "" || day === current || day >= today;
      const expiresOn = text(t("edit.expires"), {
        schema: z.string().check(z.refine(isRight, t("edit.pastDate"))),
        initial: current,
        type: "date",
        optional: true,
        help: t("edit.expiresHelp", { timeZone }),
      });
      return {
        expiresOn: drawnIf(card.status === "active", expiresOn),
        note: textArea(t("edit.note"), {
          longest: 2_000,
          initial: details.note,
          help: t("edit.noteHelp"),
        }),
      };
    },
    body: ({ expiresOn, note }, { card }) => ({
      note,
      ...(card.status === "active" && { expiresOn: expiresOn || null }),
    }),
  },
);

/** Changes the expiration date of an active card, and the team's note about any card. */
export function EditDialog(props: { card: Card } & Closing) {
  const details = useCardDetails(props.card.uuid).data;
  return details ? <EditForm {...props} details={details} /> : null;
}

/** Emails the card to its customer again. */
export const EmailDialog = confirmation(ofCard, "email", {
  operation: ["POST", "/api/portal/cards/{uuid}/email"],
  values: ({ card }) => ({ ...last4Of({ card }), email: card.ownerEmail ?? "" }),
  description: ({ t, card }) => (
    <>
      {t.rich("email.description", { email: card.ownerEmail ?? "", b: strong })}
      <LastEmailed card={card} />
    </>
  ),
  variant: "primary",
});

function LastEmailed({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const emailedAt = useCardDetails(card.uuid).data?.emailedAt;
  return emailedAt && <> {t.rich("email.last", { time: () => <Time at={emailedAt} /> })}</>;
}
