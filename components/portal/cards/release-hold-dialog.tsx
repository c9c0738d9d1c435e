import { useTranslations } from "next-intl";
import { post, url } from "@/components/kit/api/api";
import type { Card, Hold } from "@/components/kit/api/types";
import { cardRefreshKeys } from "@/components/kit/cards/words";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { formatMoney } from "@/components/kit/money/money";
import { strong } from "@/components/kit/ui/strong";

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
