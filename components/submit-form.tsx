import type { ComponentProps, FormEventHandler, ReactNode } from "react";
import type { ApiError } from "./api";
import { useHydrated } from "./forms";
import { Button } from "./ui/button";
import { RequestFailure } from "./ui/request-failure";

export type SubmitFormProps = {
  submit: FormEventHandler<HTMLFormElement>;
  failure: ApiError | null;
  busy: boolean;
  /** False while something that is sent with the form is not there yet. */
  ready?: boolean;
  /** What the button says it does. */
  verb: ReactNode;
  size?: ComponentProps<typeof Button>["size"];
  children: ReactNode;
};

/** The one form of a page, as useSubmit sends it: what was refused, its fields and the deed. */
export function SubmitForm(props: SubmitFormProps) {
  const { submit, failure, busy, ready = true, verb, size, children } = props;
  const hydrated = useHydrated();
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <RequestFailure error={failure} />
      {children}
      <Button
        type="submit"
        variant="primary"
        size={size}
        disabled={!hydrated || !ready}
        busy={busy}
        className="w-full"
      >
        {verb}
      </Button>
    </form>
  );
}
