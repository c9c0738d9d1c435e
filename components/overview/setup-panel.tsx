"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { cx } from "@/components/ui/cx";
import { Block } from "@/components/ui/section";
import { buttonOf, type Step, setupSteps } from "./setup-steps";
import type { Overview } from "./types";

type Props = { done: Overview["setup"]; onDismiss: () => void };

/** Setup steps for a new store, with the next one expanded. */
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
            done={done[step.id]}
            button={buttonOf(step, done)}
            open={step.id === next}
          />
        ))}
      </ol>
    </Block>
  );
}

type StepProps = {
  step: Step;
  place: number;
  done: boolean;
  button: Step["button"];
  open: boolean;
};

const SetupStep = ({ step, place, done, button, open }: StepProps) => (
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
