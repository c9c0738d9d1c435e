"use client";

import { lazy, type ReactNode, Suspense } from "react";
import type { DialogProps } from "./lazy/dialog";
import type { PanelProps } from "./lazy/panel";
import type { SheetProps } from "./lazy/sheet";

// Radix is loaded when the first dialog opens, or before.
const LazyDialog = lazy(() => import("./lazy/dialog"));
const LazyPanel = lazy(() => import("./lazy/panel"));
const LazySheet = lazy(() => import("./lazy/sheet"));

/** A task on top of the page. */
export const Dialog = (props: DialogProps) => (
  <Suspense>
    <LazyDialog {...props} />
  </Suspense>
);

/** The buttons at the end of a dialog: cancel first, the action last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
);

/** Details from the right edge, over the list they belong to. */
export const Panel = (props: PanelProps) => (
  <Suspense>
    <LazyPanel {...props} />
  </Suspense>
);

/** Navigation from the left edge, on a phone. */
export const Sheet = (props: SheetProps) => (
  <Suspense>
    <LazySheet {...props} />
  </Suspense>
);
