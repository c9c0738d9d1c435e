import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";

type Props = {
  summary: ReactNode;
  verb: string;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onBack: () => void;
  children: ReactNode;
};

/** The last step before balance leaves a card. */
export const Confirmation = ({ summary, busy, children, ...step }: Props) => (
  <>
    <div className="grid justify-items-center gap-2 rounded-lg border bg-surface p-5 text-center">
      {summary}
    </div>
    {children}
    <RequestFailure error={step.error} />
    <div className="grid gap-3">
      <Button variant="primary" busy={busy} onClick={step.onConfirm} size="lg" className="w-full">
        {step.verb}
      </Button>
      <Button disabled={busy} onClick={step.onBack} size="lg" className="w-full">
        {useTranslations("wallet")("confirmation.edit")}
      </Button>
    </div>
  </>
);
