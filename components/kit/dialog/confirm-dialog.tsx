import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { type DialogAction, useDialogAction } from "@/components/kit/api/queries";
import { matchesProof, ProofField } from "@/components/kit/form/proof-field";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { RequestFailure } from "@/components/kit/ui/request-failure";

type Props<Reply> = DialogAction<void, Reply> & {
  title: string;
  /** What will happen, in numbers. */
  consequence: ReactNode;
  verb: string;
  keep?: string;
  variant?: "primary";
  size?: ComponentProps<typeof Button>["size"];
  /** Text the user must type if the action can't be undone, such as a code's last 4. */
  proof?: string;
};

/** Explains what will happen, asks for `proof` if set, and repeats the action on the button. */
export function ConfirmDialog<Reply>({ proof, size, ...props }: Props<Reply>) {
  const t = useTranslations("common");
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const action = useDialogAction(props);
  const matches = proof === undefined || matchesProof(typed, proof);
  return (
    <Dialog onClose={props.onClose} title={props.title} description={props.consequence}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(!matches);
          if (matches) action.mutate();
        }}
        className="grid gap-4"
      >
        {proof !== undefined && (
          <ProofField
            proof={proof}
            error={refused && !matches ? t("validation.proof", { proof }) : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <RequestFailure error={action.error} />
        <DialogActions>
          <Button size={size} onClick={props.onClose}>
            {props.keep ?? t("actions.cancel")}
          </Button>
          <Button
            type="submit"
            size={size}
            variant={props.variant ?? "danger"}
            busy={action.isPending || action.isSuccess}
          >
            {props.verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
