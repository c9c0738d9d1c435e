import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyOf } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { Notice } from "@/components/kit/ui/notice";
import { Section } from "./section";

// Forms are heavy, so they load when opened.
const load = () => import("./security-dialogs");
const dialogs = {
  setUp: dynamic(async () => (await load()).SetUpDialog),
  replaceCodes: dynamic(async () => (await load()).ReplaceCodesDialog),
  turnOff: dynamic(async () => (await load()).TurnOffDialog),
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
  const t = useTranslations("security");
  const { user } = useSession();
  return (
    <Section
      title={t("twoStep.title")}
      state={<Chip tone="neutral" word={t("twoStep.off")} />}
      text={t("twoStep.offText")}
      action={
        <Button disabled={!user.isConfirmed} onClick={() => open("setUp")}>
          {t("twoStep.setUp")}
        </Button>
      }
    >
      {!user.isConfirmed && (
        <Notice tone="info">{t("twoStep.confirmFirst", { email: user.email })}</Notice>
      )}
    </Section>
  );
}

function TwoStepOn({ twoStep, open }: OpenProps & { twoStep: NonNullable<TwoStep> }) {
  const t = useTranslations("security");
  const { since, recoveryCodesLeft: left } = twoStep;
  return (
    <Section
      title={t("twoStep.title")}
      state={<Chip tone="positive" word={t("twoStep.on")} />}
      text={t.rich("twoStep.onText", { left, time: () => <Time at={since} /> })}
      action={
        <>
          <Button onClick={() => open("replaceCodes")}>{t("twoStep.replaceCodes")}</Button>
          <Button variant="danger-quiet" onClick={() => open("turnOff")}>
            {t("twoStep.turnOff")}
          </Button>
        </>
      }
    >
      {left < fewCodes && <Notice tone="attention">{t("twoStep.fewCodes")}</Notice>}
    </Section>
  );
}
