import { Check } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMayPair, useSession } from "@/components/kit/api/session";
import type { Overview } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Progress } from "@/components/kit/ui/progress";
import { Block } from "@/components/kit/ui/section";
import { saveDismissed } from "@/components/portal/shell/preferences";

type Setup = NonNullable<Overview["setup"]>;
type Track = "sell" | "integrate";
type Step = {
  title: string;
  text: string;
  button: string;
  /** Null if another step comes first, or if another person has to do it. */
  href: string | null;
  done: boolean;
};

type Props = {
  setup: Setup;
  /** The tracks that were dismissed earlier, as "track.storeId". */
  dismissed: string[];
};

/** Two ways to start with a new store, each of which can be dismissed. */
export function SetupPanel({ setup, dismissed: dismissedBefore }: Props) {
  const t = useTranslations("overview");
  const { merchant } = useSession();
  const mayPair = useMayPair();
  const [dismissed, setDismissed] = useState(dismissedBefore);
  const nameOf = (track: Track) => `${track}.${merchant.id}`;
  const steps: Record<Track, Step[]> = {
    sell: sellSteps(t, setup, mayPair),
    integrate: integrateSteps(t, setup),
  };
  const shown = (["sell", "integrate"] as const).filter(
    (track) => !dismissed.includes(nameOf(track)),
  );
  if (shown.length === 0) return null;
  return (
    <div className={cx("grid gap-6", shown.length > 1 && "lg:grid-cols-2")}>
      {shown.map((track) => (
        <TrackBlock
          key={track}
          track={track}
          steps={steps[track]}
          onDismiss={() => {
            const next = [...dismissed, nameOf(track)];
            saveDismissed(next);
            setDismissed(next);
          }}
        />
      ))}
    </div>
  );
}

type TrackProps = { track: Track; steps: Step[]; onDismiss: () => void };

function TrackBlock({ track, steps, onDismiss }: TrackProps) {
  const t = useTranslations("overview");
  const finished = steps.filter(({ done }) => done).length;
  const next = steps.find(({ done }) => !done);
  const progress = t("setup.progress", { done: finished, total: steps.length });
  return (
    <Block
      title={t(`setup.${track}.title`)}
      action={
        <div className="flex items-center gap-3 text-sm text-muted">
          {progress}
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            {t("setup.dismiss")}
          </Button>
        </div>
      }
    >
      <Progress label={t(`setup.${track}.title`)} done={finished} total={steps.length} />
      <p className="text-muted">
        {next || track === "integrate" ? t(`setup.${track}.text`) : t("setup.sell.finished")}
      </p>
      <ol className="grid divide-y border-t">
        {steps.map((step, index) => (
          <SetupStep key={step.title} step={step} place={index + 1} isNext={step === next} />
        ))}
      </ol>
      {!next && track === "sell" && (
        <Button asChild size="sm" variant="primary" className="justify-self-start">
          <Link href="/reports" prefetch={false}>
            {t("setup.sell.finishedButton")}
          </Link>
        </Button>
      )}
    </Block>
  );
}

function SetupStep({ step, place, isNext }: { step: Step; place: number; isNext: boolean }) {
  const t = useTranslations("overview");
  const { title, text, button, href, done } = step;
  return (
    <li className="flex gap-3 py-3">
      <span
        className={cx(
          "grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium",
          done ? "bg-positive-tint text-positive" : "border border-control text-muted",
        )}
      >
        {done ? <Check className="size-3.5" aria-label={t("setup.done")} /> : place}
      </span>
      <div className="grid min-w-0 flex-1 gap-2 sm:flex sm:items-start sm:justify-between sm:gap-6">
        <div className="min-w-0 flex-1">
          <h3 className={cx("font-medium", done && "text-muted line-through")}>{title}</h3>
          {!done && <p className="text-muted">{text}</p>}
        </div>
        {!done && href && (
          <Button
            asChild
            size="sm"
            variant={isNext ? "primary" : "secondary"}
            className="justify-self-start"
          >
            <Link href={href} prefetch={false}>
              {button}
            </Link>
          </Button>
        )}
      </div>
    </li>
  );
}

function sellSteps(t: Translate<"overview">, setup: Setup, mayPair: boolean): Step[] {
  const { brand, activated, redeemed, till, cardId } = setup;
  const words = (id: "brand" | "redeemed" | "till") => ({
    title: t(`setup.sell.steps.${id}.title`),
    text: t(`setup.sell.steps.${id}.text`),
    button: t(`setup.sell.steps.${id}.button`),
  });
  const created = cardId !== null;
  const cardPage = `/cards/${cardId}`;
  return [
    { ...words("brand"), href: "/settings/branding", done: brand },
    {
      title: t("setup.sell.steps.activated.title"),
      text: t(`setup.sell.steps.activated.${created ? "textCreated" : "text"}`),
      button: t(`setup.sell.steps.activated.${created ? "buttonCreated" : "button"}`),
      href: created ? cardPage : "/cards?open=create",
      done: activated,
    },
    { ...words("redeemed"), href: activated ? cardPage : null, done: redeemed },
    { ...words("till"), href: mayPair ? "/settings/devices?open=till" : null, done: till },
  ];
}

const integrateLinks = {
  key: "/settings/api-keys?open=create",
  webhook: "/webhooks?open=create",
  request: "/docs/quick-start",
} as const;

const integrateSteps = (t: Translate<"overview">, setup: Setup): Step[] =>
  (["key", "webhook", "request"] as const).map((id) => ({
    title: t(`setup.integrate.steps.${id}.title`),
    text: t(`setup.integrate.steps.${id}.text`),
    button: t(`setup.integrate.steps.${id}.button`),
    href: integrateLinks[id],
    done: setup[id],
  }));
