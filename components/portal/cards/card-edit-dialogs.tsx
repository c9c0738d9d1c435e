import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { patch, post, url } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { cardRefreshKeys, lastFour } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { FormText, FormTextArea } from "@/components/kit/form/form-text";
import { todayIn } from "@/components/kit/locale/days";
import { Time } from "@/components/kit/ui/format";
import { strong } from "@/components/kit/ui/strong";
import { useCardDetails } from "./use-card-details";

type Props = { card: Card; onClose: () => void };

const longestNote = 2_000;

/** Changes the expiration date of an active card, and the team's note about any card. */
export function EditDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const { merchant } = useSession();
  const details = useCardDetails(card.uuid);
  if (!details.data) return null;
  const isActive = card.status === "active";
  const today = todayIn(merchant.timeZone, merchant.clockOffsetMs);
  const current = card.expiresOn ?? "";
  return (
    <ActionDialog
      onClose={onClose}
      title={t("edit.title", { last4: lastFour(card.code) })}
      verb={t("edit.submit")}
      schema={z.object({
        expiresOn: z
          .string()
          .check(
            z.refine((day) => day === "" || day === current || day >= today, t("edit.pastDate")),
          ),
        note: z.string().check(z.trim(), z.maxLength(longestNote)),
      })}
      defaults={{ expiresOn: current, note: details.data.note ?? "" }}
      send={({ expiresOn, note }) =>
        patch(url("/api/portal/cards/{uuid}", card), {
          note,
          ...(isActive && { expiresOn: expiresOn || null }),
        })
      }
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("edit.toast")}
    >
      {(form) => (
        <>
          {isActive && (
            <FormText
              form={form}
              name="expiresOn"
              label={t("edit.expires")}
              type="date"
              optional
              help={t("edit.expiresHelp", { timeZone: merchant.timeZone })}
            />
          )}
          <FormTextArea
            form={form}
            name="note"
            label={t("edit.note")}
            optional
            maxLength={longestNote}
            help={t("edit.noteHelp")}
          />
        </>
      )}
    </ActionDialog>
  );
}

/** Emails the card to its customer again. */
export function EmailDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const emailedAt = useCardDetails(card.uuid).data?.emailedAt;
  const email = card.ownerEmail ?? "";
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("email.title", { last4: lastFour(card.code) })}
      consequence={
        <>
          {t.rich("email.consequence", { email, b: strong })}
          {emailedAt && <> {t.rich("email.last", { time: () => <Time at={emailedAt} /> })}</>}
        </>
      }
      verb={t("email.submit")}
      variant="primary"
      send={(_, key) => post(url("/api/portal/cards/{uuid}/email", card), {}, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("email.toast", { email })}
    />
  );
}
