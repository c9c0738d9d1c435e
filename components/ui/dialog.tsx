"use client";

import { lazy, type ReactNode, Suspense } from "react";
import type { DialogProps } from "./lazy/dialog";
import type { PanelProps } from "./lazy/panel";
import type { SheetProps } from "./lazy/sheet";

// Radix loads with the first dialog, or earlier if prefetched.
const LazyDialog = lazy(() => import("./lazy/dialog"));
const LazyPanel = lazy(() => import("./lazy/panel"));
const LazySheet = lazy(() => import("./lazy/sheet"));

/** A modal dialog, lazy-loaded. */
export const Dialog = (props: DialogProps) => (
  <Suspense>
    <LazyDialog {...props} />
  </Suspense>
);

/** A dialog's buttons: cancel first, the main action last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
);

/** A details panel that slides over the list from the right, lazy-loaded. */
export const Panel = (props: PanelProps) => (
  <Suspense>
    <LazyPanel {...props} />
  </Suspense>
);

/** The phone navigation from the left edge, lazy-loaded. */
export const Sheet = (props: SheetProps) => (
  <Suspense>
    <LazySheet {...props} />
  </Suspense>
);
