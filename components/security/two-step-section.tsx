import dynamic from "next/dynamic";
import { useState } from "react";
import type { ReplyOf } from "@/components/api";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "./section";

// Forms are heavy, so they load when opened.
const load = () => import("./security-dialogs");
const dialogs = {
  "set-up": dynamic(async () => (await load()).SetUpDialog),
  codes: dynamic(async () => (await load()).NewCodesDialog),
  off: dynamic(async () => (await load()).TurnOffDialog),
};

type DialogName = keyof typeof dialogs;
type TwoStep = ReplyOf<"/api/portal/security">["twoStep"];

const fewCodes = 3;

export function TwoStepSection({ twoStep }: { twoStep: TwoStep }) {
  const [opened, setOpened] = useState<DialogName | null>(null);
  const OpenedDialog = opened && dialogs[opened];
  return (
    <>
      {twoStep ? <TwoStepOn twoStep={twoStep} open={setOpened} /> : <TwoStepOff open={setOpened} />}
      {/* Rendered outside both states: turning it on must not unmount the dialog with the recovery codes. */}
      {OpenedDialog && <OpenedDialog onClose={() => setOpened(null)} />}
    </>
  );
}

type OpenProps = { open: (dialog: DialogName) => void };

function TwoStepOff({ open }: OpenProps) {
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
          Confirm your email first. We sent a link to {user.email}. Then nobody else can lock you
          out.
        </Notice>
      )}
    </Section>
  );
}

const TwoStepOn = ({ twoStep, open }: OpenProps & { twoStep: NonNullable<TwoStep> }) => (
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
