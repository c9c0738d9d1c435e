import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { curlSample, nodeSample, phpSample, pythonSample } from "@/components/webhooks/samples";
import { eventBody } from "@/lib/contract/webhook-examples";
import { REFUSALS } from "@/lib/errors";
import { LIMITS } from "@/lib/limits/rate-limits";
import { API_SCOPES, KEY_PRESET_NAMES, KEY_PRESETS } from "@/lib/roles";
import { EVENT_WORDS } from "@/lib/webhooks/webhook";
import { leakWords, operationsWith } from "./leaked-keys";
import { anchorOf, InlineCode, Snippet, Table } from "./prose";

const inlineCode = (text: string) => <InlineCode key={text}>{text}</InlineCode>;

// Only the API's limits: the dashboard has its own.
const limits = [
  ["Create cards", LIMITS.create],
  ["Create batches", LIMITS.batch],
  ["Activate cards, by activation or by load", LIMITS.activate],
  ["Debit, credit, load, redeem, reverse and holds, together", LIMITS.money],
  ["Issue store credit", LIMITS.storeCredit],
  ["Transfer", LIMITS.transfer],
  ["Send test events", LIMITS.webhookTest],
] as const;

const webhookSamples = [
  { title: "Node", code: nodeSample },
  { title: "Python", code: pythonSample },
  { title: "PHP", code: phpSample },
  {
    title: "Send a signed event from the command line to test your endpoint",
    code: curlSample("https://till.example.com/webhooks/scrip"),
  },
];

// A component, so that the operations are read when the guide is shown.
const LeakedKeys = () => (
  <Table
    caption="What a leaked key can do"
    head={["Scope", "With it, somebody can", "Operations"]}
    rows={API_SCOPES.map((scope) => ({
      id: `leaked-${anchorOf(scope)}`,
      cells: [
        <span key={scope} className="whitespace-nowrap">
          {inlineCode(scope)}
        </span>,
        leakWords[scope],
        operationsWith(scope).join(", "),
      ],
    }))}
  />
);

async function Scopes() {
  const t = await getTranslations("keys");
  return (
    <Table
      caption="Scopes"
      head={["Scope", "Allows"]}
      rows={API_SCOPES.map((scope) => ({
        id: anchorOf(scope),
        cells: [inlineCode(scope), `${t(`scopes.${scope}.help`)}.`],
      }))}
    />
  );
}

async function Presets() {
  const t = await getTranslations("keys");
  return (
    <Table
      caption="Presets"
      head={["Preset", "Scopes", "Use"]}
      rows={KEY_PRESET_NAMES.map((name) => ({
        id: `preset-${name}`,
        cells: [
          t(`presets.${name}.label`),
          KEY_PRESETS[name].join(", "),
          t(`presets.${name}.help`),
        ],
      }))}
    />
  );
}

/** Generated content of the guides, by its Markdown placeholder. */
export const placeholderContent: Record<string, ReactNode> = {
  "{{scopes}}": <Scopes />,
  "{{presets}}": <Presets />,
  "{{leaked-keys}}": <LeakedKeys />,
  "{{limits}}": (
    <Table
      caption="Limits"
      head={["Operation", "Requests", "Period", "Name"]}
      rows={limits.map(([operation, { bucket, max, windowMs }]) => ({
        id: bucket,
        cells: [operation, max, `${windowMs / 1_000} seconds`, inlineCode(bucket)],
      }))}
    />
  ),
  "{{error-codes}}": (
    <Table
      caption="Error codes"
      head={["Code", "Status", "Meaning"]}
      rows={Object.entries(REFUSALS).map(([id, [status, meaning]]) => ({
        id,
        cells: [inlineCode(id), status, meaning],
      }))}
    />
  ),
  "{{events}}": (
    <Table
      caption="Events"
      head={["Event", "Sent when"]}
      rows={Object.entries(EVENT_WORDS).map(([id, meaning]) => ({
        id,
        cells: [inlineCode(id), meaning],
      }))}
    />
  ),
  "{{event-body}}": <Snippet title="Request body" code={JSON.stringify(eventBody, null, 2)} />,
  "{{webhook-samples}}": webhookSamples.map(({ title, code }) => (
    <Snippet key={title} title={title} code={code.trim()} />
  )),
};
