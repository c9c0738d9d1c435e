import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/queries";
import { useSession } from "@/components/kit/api/session";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { FormSelect } from "@/components/kit/form/form-fields";
import { optionalNote, typedEmail } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import { formatMoney } from "@/components/kit/money/money";
import { AmountFields, amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { customerRefreshKeys } from "@/components/portal/customers/customer";
import { creditKindOptions } from "./words";

const IssueCreditSchema = z.pipe(
  z.object({
    email: typedEmail,
    currency: z.string(),
    amountCents: z.string(),
    source: z.string(),
    note: optionalNote,
  }),
  z.transform(withParsedAmount),
);

export function IssueDialog({ email, onClose }: { email?: string; onClose: () => void }) {
  const t = useTranslations("storeCredit");
  const { merchant } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("issue.title")}
      description={t("issue.description")}
      schema={IssueCreditSchema}
      defaults={{
        email: email ?? "",
        currency: merchant.currency,
        amountCents: "",
        source: "refund",
        note: "",
      }}
      amount={(typed) => ({ currency: typed.currency, amountCents: amountSoFar(typed) })}
      verb={(typed) => {
        const amountCents = amountSoFar(typed);
        if (amountCents === null) return t("issue.submit");
        return t("issue.submitAmount", { amount: formatMoney(amountCents, typed.currency) });
      }}
      send={(credit, key) => post("/api/v1/store-credit", credit, key)}
      refresh={customerRefreshKeys}
      toast={({ card: { ownerEmail, balanceCents, currency }, transaction }, credit) => ({
        message: t("issue.toast", {
          email: ownerEmail ?? credit.email,
          amount: formatMoney(balanceCents, currency),
        }),
        href: `/store-credit?view=issued&transaction=${transaction.id}`,
        label: t("issue.openTransaction"),
      })}
    >
      {(form, check) => {
        const typed = form.watch();
        return (
          <>
            <FormText
              form={form}
              name="email"
              label={t("issue.email")}
              type="email"
              autoComplete="off"
              readOnly={email !== undefined}
            />
            <AmountFields form={form} />
            {check}
            <FormSelect
              form={form}
              name="source"
              label={t("issue.kind")}
              options={creditKindOptions(t)}
            />
            <FormText
              form={form}
              name="note"
              label={t("issue.note")}
              optional
              help={t("issue.noteHelp")}
            />
            <Consequence
              email={typed.email}
              currency={typed.currency}
              amountCents={amountSoFar(typed)}
            />
          </>
        );
      }}
    </ActionDialog>
  );
}

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
