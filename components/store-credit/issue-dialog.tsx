import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { customerRefreshKeys } from "@/components/customers/customer";
import { FormSelect } from "@/components/form-fields";
import { optionalNote, typedEmail } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { AmountFields, amountSoFar, withParsedAmount } from "@/components/money-fields";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { creditKinds } from "./words";

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
  const { merchant } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title="Issue store credit"
      description="Money that the customer can spend at this store, at once."
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
        return amountCents === null ? "Issue" : `Issue ${formatMoney(amountCents, typed.currency)}`;
      }}
      send={(credit, key) => post("/api/v1/store-credit", credit, key)}
      refresh={customerRefreshKeys}
      toast={({ card: { ownerEmail, balanceCents, currency }, transaction }, credit) => ({
        message: `${ownerEmail ?? credit.email} now has ${formatMoney(balanceCents, currency)}`,
        href: `/store-credit?view=issued&transaction=${transaction.id}`,
        label: "Open",
      })}
    >
      {(form, check) => {
        const typed = form.watch();
        return (
          <>
            <FormText
              form={form}
              name="email"
              label="Customer's e-mail address"
              type="email"
              autoComplete="off"
              readOnly={email !== undefined}
            />
            <AmountFields form={form} />
            {check}
            <FormSelect form={form} name="source" label="Kind" options={creditKinds} />
            <FormText
              form={form}
              name="note"
              label="Reason"
              optional
              help="Kept as the note; the customer sees it in the history."
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
      <b className="font-semibold break-all">{known?.email ?? email.trim()}</b> will have{" "}
      <b className="font-semibold">{after}</b>
      {known
        ? ` of store credit, ${formatMoney(nowCents, currency)} of it from before.`
        : " of store credit: their first here in this currency. They get an e-mail."}
    </p>
  );
}
