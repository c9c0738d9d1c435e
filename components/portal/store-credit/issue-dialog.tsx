import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { readOptions } from "@/components/kit/api/read-options";
import {
  amountAndCurrency,
  drawn,
  email as emailField,
  field,
  optional,
} from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormSelect } from "@/components/kit/form/form-fields";
import { typedEmail } from "@/components/kit/form/form-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { customerRefreshKeys } from "@/components/portal/customers/customer";
import { creditKindOptions } from "./words";

export const IssueDialog = formDialog(
  {
    texts: "storeCredit",
    refresh: () => customerRefreshKeys,
    subject: (props: { email?: string }) => props,
  },
  "issue",
  {
    operation: ["POST", "/api/v1/store-credit"],
    fields: ({ t, email, merchant }) => ({
      ...amountAndCurrency(merchant.currency),
      email: emailField(t("issue.email"), { initial: email, readOnly: email !== undefined }),
      source: field(z.string(), "refund", (at) => (
        <FormSelect {...at} label={t("issue.kind")} options={creditKindOptions(t)} />
      )),
      note: optional(t("issue.note"), { help: t("issue.noteHelp") }),
      consequence: drawn(({ form }) => {
        const { email: to, currency, amountCents } = form.watch();
        const soFar = amountSoFar({ currency, amountCents });
        return <Consequence email={to} currency={currency} amountCents={soFar} />;
      }),
    }),
    parse: (credit, payload) => withParsedAmount(credit, payload),
    amount: (typed) => ({ currency: typed.currency, amountCents: amountSoFar(typed) }),
    toast: ({ card: { ownerEmail, balanceCents, currency }, transaction }, credit, { t }) => ({
      message: t("issue.toast", {
        email: ownerEmail ?? credit.email,
        amount: formatMoney(balanceCents, currency),
      }),
      href: `/store-credit?view=issued&transaction=${transaction.id}`,
      label: t("issue.openTransaction"),
    }),
  },
);

type ConsequenceProps = { email: string; currency: string; amountCents: number | null };

function Consequence({ email, currency, amountCents }: ConsequenceProps) {
  const t = useTranslations("storeCredit");
  const address = typedEmail.safeParse(email.trim());
  const query = { email: email.trim(), currency };
  const wallet = useQuery({
    ...readOptions(["store-credit", "of", query], "/api/portal/store-credit", query),
    enabled: address.success && amountCents !== null,
  });
  if (!wallet.data || !address.success || amountCents === null) return null;
  const [known] = wallet.data.wallets;
  const nowCents = known?.cardStatus === "active" ? known.balanceCents : 0;
  const after = formatMoney(nowCents + amountCents, currency);
  return (
    <p role="status" className="rounded-md bg-sunken px-4 py-3">
      {t.rich(known ? "issue.consequence" : "issue.consequenceFirst", {
        email: known?.email ?? email.trim(),
        before: formatMoney(nowCents, currency),
        after,
        currency,
        b: (text) => <b className="font-semibold break-all">{text}</b>,
        amount: (text) => <b className="font-semibold">{text}</b>,
      })}
    </p>
  );
}
