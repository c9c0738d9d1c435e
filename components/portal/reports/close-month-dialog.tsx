import { confirmation } from "@/components/kit/dialog/confirmation";
import { longMonth } from "./months";

export const CloseMonthDialog = confirmation(
  {
    texts: "reports",
    refresh: () => [["reports", "closings"]],
    subject: (props: { month: string }) => props,
  },
  "closings.closing",
  {
    operation: ["POST", "/api/portal/reports/closings"],
    values: ({ month }) => ({
      month: longMonth(month),
      p: (text) => <span className="mb-2 block last:mb-0">{text}</span>,
    }),
    variant: "primary",
    proof: ({ month }) => month,
    body: ({ month }) => ({ month }),
  },
);
