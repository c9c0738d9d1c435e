import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type ReplyOf, url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite } from "@/components/kit/api/session";
import type { Movement } from "@/components/kit/api/types";
import { Button } from "@/components/kit/ui/button";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Money, Time } from "@/components/kit/ui/format";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { RefundDialog, ReverseDialog } from "./return-dialogs";

type Details = ReplyOf<"/api/v1/transactions/{id}">;

/** What a transaction reversed or refunded, what was returned of it, and buttons to return it. */
export function Returns({ movement }: { movement: Movement }) {
  const { id } = movement;
  const details = useQuery(
    readOptions(["transactions", "returns", id], url("/api/v1/transactions/{id}", { id })),
  );
  return (
    <Loaded query={details} loading={<Skeletons bars={["h-9 w-24"]} className="grid gap-2" />}>
      {(known) => (
        <>
          <ReturnFacts details={known} />
          <ReturnActions movement={movement} details={known} />
        </>
      )}
    </Loaded>
  );
}

function ReturnFacts({ details }: { details: Details }) {
  const t = useTranslations("transactions");
  const { reversesTransactionId, originalTransactionId, reversedByTransactionId } = details;
  const { refunds, refundedCents, refundableCents, currency } = details;
  const isPlain = !reversesTransactionId && !originalTransactionId && !reversedByTransactionId;
  if (isPlain && refunds.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-sm font-medium">{t("returns.title")}</h4>
      <Facts>
        {reversesTransactionId && (
          <Fact name={t("returns.reverses")}>
            <TransactionLink id={reversesTransactionId}>{t("returns.original")}</TransactionLink>
          </Fact>
        )}
        {originalTransactionId && (
          <Fact name={t("returns.refunds")}>
            <TransactionLink id={originalTransactionId}>
              {t("returns.originalRedemption")}
            </TransactionLink>
          </Fact>
        )}
        {reversedByTransactionId && (
          <Fact name={t("returns.reversedBy")}>
            <TransactionLink id={reversedByTransactionId}>{t("returns.reversal")}</TransactionLink>
          </Fact>
        )}
        {refunds.map(({ id, amountCents, createdAt }) => (
          <Fact key={id} name={t("returns.refunded")}>
            <TransactionLink id={id}>
              <Money amountCents={amountCents} currency={currency} />
            </TransactionLink>
            <span className="text-muted">
              <Time at={createdAt} />
            </span>
          </Fact>
        ))}
        {refundedCents > 0 && (
          <Fact name={t("returns.refundable")}>
            <Money amountCents={refundableCents} currency={currency} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

const TransactionLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <TextLink href={`/transactions?transaction=${id}`}>{children}</TextLink>
);

/** Offers what the server would accept, apart from the balance. */
function ReturnActions({ movement, details }: { movement: Movement; details: Details }) {
  const t = useTranslations("transactions");
  const mayWrite = useMayWrite();
  const [openDialog, setOpenDialog] = useState<"reverse" | "refund" | null>(null);
  if (!mayWrite || movement.card.status !== "active") return null;
  const { source, reversedByTransactionId, refunds, refundableCents } = details;
  const isOwn = source !== "reversal" && source !== "platform";
  const canReverse = isOwn && reversedByTransactionId === null && refunds.length === 0;
  const canRefund = refundableCents > 0;
  if (!canReverse && !canRefund) return null;
  const close = () => setOpenDialog(null);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {canRefund && (
          <Button onClick={() => setOpenDialog("refund")}>
            <Undo2 aria-hidden /> {t("returns.refund")}
          </Button>
        )}
        {canReverse && (
          <Button onClick={() => setOpenDialog("reverse")}>
            <RotateCcw aria-hidden /> {t("returns.reverse")}
          </Button>
        )}
      </div>
      {canRefund && <p className="text-sm text-muted">{t("returns.refundHelp")}</p>}
      {canReverse && <p className="text-sm text-muted">{t("returns.reverseHelp")}</p>}
      {openDialog === "reverse" && <ReverseDialog movement={movement} onClose={close} />}
      {openDialog === "refund" && (
        <RefundDialog movement={movement} refundableCents={refundableCents} onClose={close} />
      )}
    </div>
  );
}
