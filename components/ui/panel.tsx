"use client";

import { lazy, Suspense } from "react";
import type { PanelProps } from "./opened/panel";

const Opened = lazy(() => import("./opened/panel"));

/** Details from the right edge, over the list they belong to; closed by Escape or a click beside. */
export const Panel = (props: PanelProps) => (
  <Suspense>
    <Opened {...props} />
  </Suspense>
);
