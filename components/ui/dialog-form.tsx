import type { ComponentProps, FormEventHandler, ReactNode } from "react";
import type { ApiError } from "@/components/api";
import { Button } from "./button";
import { DialogActions } from "./dialog";
import { RequestFailure } from "./request-failure";

type Props = {
  submit: FormEventHandler<HTMLFormElement>;
  failure: ApiError | null;
  busy: boolean;
  /** What the button says it does. */
  verb: ReactNode;
  danger?: boolean | undefined;
  size?: ComponentProps<typeof Button>["size"];
  onClose: () => void;
  children: ReactNode;
};

/** The form of a dialog, as useSubmit sends it: its fields, what was refused, the way out and the deed. */
export const DialogForm = ({
  submit,
  failure,
  busy,
  verb,
  danger,
  size,
  onClose,
  children,
}: Props) => (
  <form method="post" noValidate onSubmit={submit} className="grid gap-5">
    {children}
    {failure && <RequestFailure error={failure} />}
    <DialogActions>
      <Button size={size} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" size={size} variant={danger ? "danger" : "primary"} busy={busy}>
        {verb}
      </Button>
    </DialogActions>
  </form>
);
