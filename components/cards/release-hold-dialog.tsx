import { useTranslations } from "next-intl";
import { post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { formatMoney } from "@/components/money";
import type { Card, Hold } from "@/components/types";
import { strong } from "@/components/ui/strong";
import { cardRefreshKeys } from "./words";

type Props = { card: Card; hold: Hold; onClose: () => void };

/** Ends a hold, so that its amount is available again. */
export function ReleaseHoldDialog({ card, hold, onClose }: Props) {
  const t = useTranslations("cards");
  const amount = formatMoney(hold.amountCents, hold.currency);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("release.title")}
      consequence={t.rich("release.consequence", { amount, b: strong })}
      verb={t("release.submit", { amount })}
      variant="primary"
      send={(_, key) => post(url("/api/v1/holds/{id}/release", { id: hold.id }), {}, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("release.toast", { amount })}
    />
  );
}
