"use client";

import { lazy, type ReactNode, Suspense } from "react";
import type { DialogProps } from "./opened/dialog";

const Opened = lazy(() => import("./opened/dialog"));

/** A task on top of the page. What makes it one is loaded when a first dialog opens, or before. */
export const Dialog = (props: DialogProps) =>
  props.open && (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  );

/** The buttons at the end of a dialog: the way out first, the deed last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
);
