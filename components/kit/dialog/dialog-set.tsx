import type { ComponentType } from "react";
import type { Closing } from "./dialog-area";

/** One component for the dialogs of a list's rows or a page, so that the page loads them when one opens. */
export const dialogSet = <Props extends Closing, Action extends string>(
  dialogs: Record<Action, ComponentType<Props>>,
) =>
  function DialogSet({ action, ...props }: Props & { action: Action }) {
    const Dialog: ComponentType<Props> = dialogs[action];
    return <Dialog {...(props as unknown as Props)} />;
  };
