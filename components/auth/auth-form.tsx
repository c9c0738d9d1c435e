import type { FormEventHandler, ReactNode } from "react";
import type { ApiError } from "@/components/api";
import { useHydrated } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";

type Props = {
  submit: FormEventHandler<HTMLFormElement>;
  failure: ApiError | null;
  busy: boolean;
  /** False while something that is sent with the form is not there yet. */
  ready?: boolean;
  verb: ReactNode;
  children: ReactNode;
};

/** The form of somebody who is not signed in, as useSubmit sends it. */
export function AuthForm({ submit, failure, busy, ready = true, verb, children }: Props) {
  const hydrated = useHydrated();
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-8 grid gap-5">
      {failure && <RequestFailure error={failure} />}
      {children}
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated || !ready}
        busy={busy}
        className="w-full"
      >
        {verb}
      </Button>
    </form>
  );
}

type TitleProps = { title: string; purpose: string };

export const AuthTitle = ({ title, purpose }: TitleProps) => (
  <>
    <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    <p className="mt-1 text-muted">{purpose}</p>
  </>
);
