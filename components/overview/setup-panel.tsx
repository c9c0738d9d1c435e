import { Check } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Translate } from "@/components/translate";
import type { Overview } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { cx } from "@/components/ui/cx";
import { Block } from "@/components/ui/section";

type Props = { done: Overview["setup"]; onDismiss: () => void };

export function SetupPanel({ done, onDismiss }: Props) {
  const t = useTranslations("overview");
  const next = setupSteps.find(({ id }) => !done[id])?.id;
  const finished = setupSteps.filter(({ id }) => done[id]).length;
  return (
    <Block
      title={t("setup.title")}
      action={
        <div className="flex items-center gap-3 text-sm text-muted">
          {t("setup.progress", { done: finished, total: setupSteps.length })}
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            {t("setup.dismiss")}
          </Button>
        </div>
      }
    >
      <ol className="grid divide-y border-t">
        {setupSteps.map((step, index) => (
          <SetupStep
            key={step.id}
            step={step}
            place={index + 1}
            progress={done}
            open={step.id === next}
          />
        ))}
      </ol>
    </Block>
  );
}

type StepProps = { step: Step; place: number; progress: Done; open: boolean };

function SetupStep({ step, place, progress, open }: StepProps) {
  const t = useTranslations("overview");
  const done = progress[step.id];
  const button = buttonOf(t, step, progress);
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
      <div className="grid min-w-0 flex-1 gap-2 md:flex md:items-start md:justify-between md:gap-6">
        <div className="grid min-w-0 flex-1 gap-2">
          <div>
            <h3 className={cx("font-medium", done && "text-muted line-through")}>
              {t(`setup.steps.${step.id}.title`)}
            </h3>
            {!done && <p className="text-muted">{t(`setup.steps.${step.id}.text`)}</p>}
          </div>
          {!done && step.curl && (
            <details open={open} className="min-w-0">
              <summary className="mb-2 w-fit rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
                {t("setup.terminal")}
              </summary>
              <CodeBlock
                code={step.curl(window.location.origin)}
                copyLabel={t("setup.copyCommand")}
              />
            </details>
          )}
        </div>
        {!done && (
          <Button
            asChild
            size="sm"
            variant={open ? "primary" : "secondary"}
            className="justify-self-start"
          >
            <Link href={button.href}>{button.label}</Link>
          </Button>
        )}
      </div>
    </li>
  );
}

type Step = {
  id: keyof Overview["setup"];
  href: string;
  /** The same step as a curl command against a server at `origin`. */
  curl?: (origin: string) => string;
};

const curlPost = (origin: string, path: string, body: string) =>
  `curl "${origin}/api/v1${path}" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;

type Done = Overview["setup"];

/** A step's button. If the step needs a card that doesn't exist yet, the button leads to that first. */
function buttonOf(t: Translate<"overview">, { id, href }: Step, done: Done) {
  const button = { label: t(`setup.steps.${id}.button`), href };
  if (id !== "activated" && id !== "redeemed") return button;
  if (!done.card) return { label: t("setup.createCardFirst"), href: "/cards?open=create" };
  if (id === "activated" || done.activated) return button;
  return { label: t("setup.activateCardFirst"), href: "/cards?status=inactive" };
}

const setupSteps: Step[] = [
  { id: "key", href: "/settings/api-keys" },
  {
    id: "card",
    href: "/cards?open=create",
    curl: (origin) => curlPost(origin, "/cards", '{"currency":"USD"}'),
  },
  {
    id: "activated",
    href: "/cards?status=inactive",
    curl: (origin) => curlPost(origin, "/cards/$CARD/activate", '{"amountCents":2500}'),
  },
  {
    id: "redeemed",
    href: "/cards?status=active",
    curl: (origin) => curlPost(origin, "/cards/$CARD/debit", '{"amountCents":950}'),
  },
  { id: "webhook", href: "/webhooks" },
];
