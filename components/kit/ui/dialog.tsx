import { lazy, type ReactNode, Suspense } from "react";
import type { DialogProps } from "./lazy/dialog";
import type { DrawerProps } from "./lazy/drawer";

// Radix loads with the first dialog, or earlier if prefetched.
const LazyDialog = lazy(() => import("./lazy/dialog"));
const LazyDrawer = lazy(() => import("./lazy/drawer"));

export const Dialog = (props: DialogProps) => (
  <Suspense>
    <LazyDialog {...props} />
  </Suspense>
);

/** A dialog's buttons: cancel first, the main action last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end print:hidden">
    {children}
  </div>
);

/** A details panel that slides over the list from the right. */
export const Panel = (props: DrawerProps) => (
  <Suspense>
    <LazyDrawer edge="right" {...props} />
  </Suspense>
);

/** The phone navigation from the left edge. */
export const Sheet = (props: DrawerProps) => (
  <Suspense>
    <LazyDrawer edge="left" {...props} />
  </Suspense>
);
