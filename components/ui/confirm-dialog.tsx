"use client";

import { type ReactNode, useState } from "react";
import type { ApiError } from "@/components/api";
import { Button } from "./button";
import { Dialog, DialogActions } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";
import { RequestFailure } from "./request-failure";

type Props = {
  onClose: () => void;
  title: string;
  /** What will happen, in numbers. */
  consequence: ReactNode;
  /** What has to be typed, for instance the last four of a code. */
  proof: string;
  proofLabel: string;
  verb: string;
  busy: boolean;
  error: ApiError | null;
  onConfirm: () => void;
};

/** For what can't be undone: says what will happen, asks to type a proof, repeats the verb. */
export function ConfirmDialog(props: Props) {
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const matches = typed.trim().toUpperCase() === props.proof.toUpperCase();

  return (
    <Dialog open onOpenChange={props.onClose} title={props.title} description={props.consequence}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(!matches);
          if (matches) props.onConfirm();
        }}
        className="grid gap-4"
      >
        <Field
          label={
            <span>
              {props.proofLabel} <b className="font-mono font-semibold">{props.proof}</b>
            </span>
          }
          error={refused && !matches ? `Type ${props.proof} to go on.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {props.error && <RequestFailure error={props.error} />}
        <DialogActions>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button type="submit" variant="danger" busy={props.busy}>
            {props.verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
