"use client";

import { useState } from "react";
import type { Security } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { NewCodesDialog } from "./new-codes-dialog";
import { Section } from "./section";
import { SetUpDialog } from "./set-up-dialog";
import { TurnOffDialog } from "./turn-off-dialog";

const fewCodes = 3;

/** Whether signing in takes a code as well, and the ways to change that. */
export function TwoStepSection({ twoStep }: { twoStep: Security["twoStep"] }) {
  const [open, setOpen] = useState<"set-up" | "codes" | "off" | null>(null);
  const close = () => setOpen(null);
  const dialogs = (
    <>
      {open === "set-up" && <SetUpDialog onClose={close} />}
      {open === "codes" && <NewCodesDialog onClose={close} />}
      {open === "off" && <TurnOffDialog onClose={close} />}
    </>
  );

  if (!twoStep) {
    return (
      <Section
        title="Two-step sign-in"
        state={<Chip tone="neutral">Off</Chip>}
        text="Ask for a code from your phone after the password, so that a stolen password alone opens nothing."
        action={<Button onClick={() => setOpen("set-up")}>Set up</Button>}
      >
        {dialogs}
      </Section>
    );
  }
  return (
    <Section
      title="Two-step sign-in"
      state={<Chip tone="positive">On</Chip>}
      text={
        <>
          Signing in asks for a code from your device since <Time at={twoStep.since} />.{" "}
          {twoStep.recoveryCodesLeft} of 10 recovery codes are left.
        </>
      }
      action={
        <>
          <Button onClick={() => setOpen("codes")}>New recovery codes</Button>
          <Button variant="danger-quiet" onClick={() => setOpen("off")}>
            Turn off
          </Button>
        </>
      }
    >
      {twoStep.recoveryCodesLeft < fewCodes && (
        <Notice tone="attention">
          Few recovery codes are left. Make new ones before your device gets lost.
        </Notice>
      )}
      {dialogs}
    </Section>
  );
}
