import type { ComponentProps, FormEventHandler, ReactNode } from "react";
import type { ApiError } from "./api";
import { useHydrated } from "./forms";
import { Button } from "./ui/button";
import { RequestFailure } from "./ui/request-failure";

export type SubmitFormProps = {
  submit: FormEventHandler<HTMLFormElement>;
  failure: ApiError | null;
  busy: boolean;
  /** False while something sent with the form is still loading. */
  ready?: boolean;
  /** Button label. */
  verb: ReactNode;
  size?: ComponentProps<typeof Button>["size"];
  children: ReactNode;
};

/** A page's form with its error, fields and submit button. Use with useSubmit. */
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
