import { Check } from "lucide-react";
import Link from "next/link";
import type { Overview } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { cx } from "@/components/ui/cx";
import { Block } from "@/components/ui/section";

type Props = { done: Overview["setup"]; onDismiss: () => void };

export function SetupPanel({ done, onDismiss }: Props) {
  const next = setupSteps.find(({ id }) => !done[id])?.id;
  const finished = setupSteps.filter(({ id }) => done[id]).length;
  return (
    <Block
      title="Get to your first redeemed card"
      action={
        <div className="flex items-center gap-3 text-sm text-muted">
          {finished} of {setupSteps.length} done
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            Dismiss
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
  const done = progress[step.id];
  const button = buttonOf(step, progress);
  return (
    <li className="flex gap-3 py-3">
      <span
        className={cx(
          "grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium",
          done ? "bg-positive-tint text-positive" : "border border-control text-muted",
        )}
      >
        {done ? <Check className="size-3.5" aria-label="Done" /> : place}
      </span>
      <div className="grid min-w-0 flex-1 gap-2 md:flex md:items-start md:justify-between md:gap-6">
        <div className="grid min-w-0 flex-1 gap-2">
          <div>
            <h3 className={cx("font-medium", done && "text-muted line-through")}>{step.title}</h3>
            {!done && <p className="text-muted">{step.text}</p>}
          </div>
          {!done && step.curl && (
            <details open={open} className="min-w-0">
              <summary className="mb-2 w-fit rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
                From a terminal
              </summary>
              <CodeBlock code={step.curl(window.location.origin)} what="the command" />
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

export type Step = {
  id: keyof Overview["setup"];
  title: string;
  text: string;
  button: { label: string; href: string };
  /** The same step as a curl command against a server at `origin`. */
  curl?: (origin: string) => string;
};

const curlPost = (origin: string, path: string, body: string) =>
  `curl "${origin}/api/v1${path}" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;

type Done = Overview["setup"];

/** A step's button. If the step needs a card that doesn't exist yet, the button leads to that first. */
function buttonOf({ id, button }: Step, done: Done): Step["button"] {
  if (id !== "activated" && id !== "redeemed") return button;
  if (!done.card) return { label: "Create a card first", href: "/cards?open=create" };
  if (id === "activated" || done.activated) return button;
  return { label: "Activate a card first", href: "/cards?status=inactive" };
}

const setupSteps: Step[] = [
  {
    id: "key",
    title: "Create an API key",
    text: "Your till or shop uses it to reach Scrip. Keep it as KEY for the commands below.",
    button: { label: "Create key", href: "/settings/api-keys" },
  },
  {
    id: "card",
    title: "Create a card",
    text: "It is inactive and empty until somebody buys it.",
    button: { label: "Create card", href: "/cards?open=create" },
    curl: (origin) => curlPost(origin, "/cards", '{"currency":"USD"}'),
  },
  {
    id: "activated",
    title: "Activate it with an amount",
    text: "That is the moment of sale. CARD is the uuid of the answer before.",
    button: { label: "Choose a card", href: "/cards?status=inactive" },
    curl: (origin) => curlPost(origin, "/cards/$CARD/activate", '{"amountCents":2500}'),
  },
  {
    id: "redeemed",
    title: "Redeem part of it",
    text: "As the till does when the card is presented.",
    button: { label: "Choose a card", href: "/cards?status=active" },
    curl: (origin) => curlPost(origin, "/cards/$CARD/debit", '{"amountCents":950}'),
  },
  {
    id: "webhook",
    title: "Create a webhook",
    text: "Your own systems then hear of every change of a card.",
    button: { label: "Create webhook", href: "/webhooks" },
  },
];
