import { ConfirmDialog } from "@/components/confirm-dialog";
import { formatMoney } from "@/components/money";
import { countOf } from "@/components/numbers";

type Props = {
  cards: number;
  cents: bigint;
  currency: string;
  onClose: () => void;
  onConfirm: () => void;
};

/** Confirms a write-off, showing the amount and the number of cards. */
export function WriteOffDialog({ cards, cents, currency, onClose, onConfirm }: Props) {
  const amount = formatMoney(cents, currency);
  const number = new Intl.NumberFormat(undefined, { useGrouping: false }).format(cards);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Write off ${amount}`}
      consequence={
        <>
          <b className="font-semibold text-ink">
            {amount} on {countOf(cards, "expired card")} becomes breakage.
          </b>{" "}
          {cards === 1
            ? "The card stays and is empty afterwards."
            : "The cards stay and are empty afterwards."}{" "}
          This can't be taken back: a customer who comes after all would have to be given a new
          balance.
        </>
      }
      proof={{ label: "Type the number of cards:", text: number }}
      verb={`Write off ${amount}`}
      send={async () => onConfirm()}
    />
  );
}
