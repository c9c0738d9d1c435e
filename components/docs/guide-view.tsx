import type { ComponentType } from "react";
import { Authentication } from "./guides/authentication";
import { Errors } from "./guides/errors";
import { Money } from "./guides/money";
import { OwnShop } from "./guides/own-shop";
import { QuickStart } from "./guides/quick-start";
import { Idempotency, Limits, Pagination } from "./guides/reliability";
import { Shapes } from "./guides/shapes";
import { Versioning } from "./guides/versioning";
import { Webhooks } from "./guides/webhooks";
import type { guides } from "./pages";

type Slug = (typeof guides)[number]["slug"];

const contents: Record<Slug, ComponentType<{ origin: string }>> = {
  "quick-start": QuickStart,
  authentication: Authentication,
  shapes: Shapes,
  errors: Errors,
  idempotency: Idempotency,
  limits: Limits,
  pagination: Pagination,
  webhooks: Webhooks,
  money: Money,
  "own-shop": OwnShop,
  versioning: Versioning,
};

/** One guide, with commands for the instance at `origin`. */
export function GuideView({ slug, origin }: { slug: Slug; origin: string }) {
  const Content = contents[slug];
  return <Content origin={origin} />;
}
