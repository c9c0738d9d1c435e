import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import {
  curlSample,
  nodeSample,
  phpSample,
  pythonSample,
  receiverSample,
} from "@/components/kit/webhooks/samples";
import { eventBody } from "@/lib/api/contract/v1/webhook-examples";
import { REFUSALS } from "@/lib/base/errors";
import { API_SCOPES, KEY_PRESET_NAMES, KEY_PRESETS } from "@/lib/base/roles";
import { LIMITS } from "@/lib/domain/limits/rate-limits";
import { EVENT_WORDS } from "@/lib/domain/webhooks/webhook";
import { anchorOf } from "./anchor";
import { Snippet } from "./code";
import { operationsWith } from "./leaked-keys";
import { InlineCode, Table } from "./prose";

const inlineCode = (text: string) => <InlineCode key={text}>{text}</InlineCode>;

// Only the API's limits: the dashboard has its own.
const limits = [
  "create",
  "batch",
  "activate",
  "money",
  "storeCredit",
  "transfer",
  "webhookTest",
] as const;

async function WebhookSamples() {
  const t = await getTranslations("docs");
  const cli = curlSample("https://pos.example.com/webhooks/scrip");
  const samples = [
    { title: "Node", language: "node", code: nodeSample },
    { title: "Python", language: "python", code: pythonSample },
    { title: "PHP", language: "php", code: phpSample },
    { title: t("samples.cli"), language: "sh", code: cli },
  ] as const;
  return samples.map(({ code, ...sample }) => (
    <Snippet key={sample.title} {...sample} code={code.trim()} />
  ));
}

// A component, so that the operations are read when the guide is shown.
async function LeakedKeys() {
  const t = await getTranslations("docs");
  return (
    <Table
      caption={t("leakedKeys.caption")}
      head={[t("leakedKeys.scope"), t("leakedKeys.someoneCan"), t("leakedKeys.operations")]}
      rows={API_SCOPES.map((scope) => ({
        id: `leaked-${anchorOf(scope)}`,
        cells: [
          <span key={scope} className="whitespace-nowrap">
            {inlineCode(scope)}
          </span>,
          t(`leakedKeys.scopes.${scope}`),
          <span key="operations" className="wrap-anywhere">
            {operationsWith(t, scope).join(", ")}
          </span>,
        ],
      }))}
    />
  );
}

async function Scopes() {
  const [t, tKeys] = [await getTranslations("docs"), await getTranslations("keys")];
  return (
    <Table
      caption={t("scopes.caption")}
      head={[t("scopes.scope"), t("scopes.allows")]}
      rows={API_SCOPES.map((scope) => ({
        id: anchorOf(scope),
        cells: [inlineCode(scope), `${tKeys(`scopes.${scope}.help`)}.`],
      }))}
    />
  );
}

async function Presets() {
  const [t, tKeys] = [await getTranslations("docs"), await getTranslations("keys")];
  return (
    <Table
      caption={t("presets.caption")}
      head={[t("presets.preset"), t("presets.scopes"), t("presets.use")]}
      rows={KEY_PRESET_NAMES.map((name) => ({
        id: `preset-${name}`,
        cells: [
          tKeys(`presets.${name}.label`),
          KEY_PRESETS[name].join(", "),
          tKeys(`presets.${name}.help`),
        ],
      }))}
    />
  );
}

async function Limits() {
  const t = await getTranslations("docs");
  return (
    <Table
      caption={t("limits.caption")}
      head={[t("limits.operation"), t("limits.requests"), t("limits.period"), t("limits.name")]}
      rows={limits.map((operation) => {
        const { name, max, windowMs } = LIMITS[operation];
        const period = t("limits.seconds", { seconds: windowMs / 1_000 });
        return { id: name, cells: [t(`limits.${operation}`), max, period, inlineCode(name)] };
      })}
    />
  );
}

async function ErrorCodes() {
  const t = await getTranslations("docs");
  return (
    <Table
      caption={t("errorCodes.caption")}
      head={[t("errorCodes.code"), t("errorCodes.status"), t("errorCodes.meaning")]}
      rows={Object.entries(REFUSALS).map(([id, [status, meaning]]) => ({
        id,
        cells: [inlineCode(id), status, meaning],
      }))}
    />
  );
}

async function Events() {
  const t = await getTranslations("docs");
  return (
    <Table
      caption={t("events.caption")}
      head={[t("events.event"), t("events.sentWhen")]}
      rows={Object.entries(EVENT_WORDS).map(([id, meaning]) => ({
        id,
        cells: [inlineCode(id), meaning],
      }))}
    />
  );
}

const EventBody = async () => (
  <Snippet
    title={(await getTranslations("docs"))("eventBody")}
    language="json"
    code={JSON.stringify(eventBody, null, 2)}
  />
);

/** Generated content of the guides, by its Markdown placeholder. */
export const placeholderContent: Record<string, ReactNode> = {
  "{{scopes}}": <Scopes />,
  "{{presets}}": <Presets />,
  "{{leaked-keys}}": <LeakedKeys />,
  "{{limits}}": <Limits />,
  "{{error-codes}}": <ErrorCodes />,
  "{{events}}": <Events />,
  "{{event-body}}": <EventBody />,
  "{{webhook-receiver}}": (
    <Snippet title="receiver.mjs" language="node" code={receiverSample.trim()} />
  ),
  "{{webhook-samples}}": <WebhookSamples />,
};
