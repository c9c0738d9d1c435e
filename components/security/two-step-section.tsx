"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { Security } from "@/components/security/words";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "./section";

// Forms are heavy, so they load when opened.
const NewCodesDialog = dynamic(async () => (await import("./new-codes-dialog")).NewCodesDialog);
const SetUpDialog = dynamic(async () => (await import("./set-up-dialog")).SetUpDialog);
const TurnOffDialog = dynamic(async () => (await import("./turn-off-dialog")).TurnOffDialog);

const fewCodes = 3;

const dialogs = { "set-up": SetUpDialog, codes: NewCodesDialog, off: TurnOffDialog };

type Opened = keyof typeof dialogs;

/** Shows whether two-step sign-in is on, with buttons to change it. */
export function TwoStepSection({ twoStep }: { twoStep: Security["twoStep"] }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const Opened = opened && dialogs[opened];
  return (
    <>
      {twoStep ? <On twoStep={twoStep} open={setOpened} /> : <Off open={setOpened} />}
      {/* Rendered outside both states: turning it on must not unmount the dialog with the recovery codes. */}
      {Opened && <Opened onClose={() => setOpened(null)} />}
    </>
  );
}

type Open = { open: (dialog: Opened) => void };

function Off({ open }: Open) {
  const { user } = useSession();
  return (
    <Section
      title="Two-step sign-in"
      state={<Chip tone="neutral" word="Off" />}
      text="Ask for a code from your phone after the password, so that a stolen password alone opens nothing."
      action={
        <Button disabled={!user.isConfirmed} onClick={() => open("set-up")}>
          Set up
        </Button>
      }
    >
      {!user.isConfirmed && (
        <Notice tone="info">
          Confirm your address first, by the link we mailed to {user.email}. Then nobody else can
          lock you out.
        </Notice>
      )}
    </Section>
  );
}

const On = ({ twoStep, open }: Open & { twoStep: NonNullable<Security["twoStep"]> }) => (
  <Section
    title="Two-step sign-in"
    state={<Chip tone="positive" word="On" />}
    text={
      <>
        Signing in asks for a code from your device. Turned on <Time at={twoStep.since} />.{" "}
        {twoStep.recoveryCodesLeft} of 10 recovery codes are left.
      </>
    }
    action={
      <>
        <Button onClick={() => open("codes")}>New recovery codes</Button>
        <Button variant="danger-quiet" onClick={() => open("off")}>
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
  </Section>
);
