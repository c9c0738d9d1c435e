"use client";

import { lazy, Suspense } from "react";
import type { SheetProps } from "./opened/sheet";

const Opened = lazy(() => import("./opened/sheet"));

/** A panel from the left edge, for navigation on a phone. */
export const Sheet = (props: SheetProps) =>
  props.open && (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  );
