import type { ReactNode } from "react";
import type { BodyOf, PathOf, ReplyOf } from "@/components/kit/api/api";
import type { DialogAction } from "@/components/kit/api/queries";
import type { Area } from "@/lib/base/i18n/messages";
import { ConfirmDialog } from "./confirm-dialog";
import {
  type Closing,
  type Declared,
  type DialogArea,
  type DialogContext,
  type Method,
  type Named,
  sendTo,
  type TextValues,
  textsOf,
  useDialogContext,
} from "./dialog-area";

type Declaration<Context, Request, Sent, Reply> = {
  operation?: Request;
  /** The values in the dialog's texts. */
  values?: (context: Context) => TextValues;
  body?: (context: Context) => Sent;
  /** Sends something other than one operation. */
  send?: (idempotencyKey: string, context: Context) => Promise<Reply>;
  description?: (context: Context) => ReactNode;
  submit?: (context: Context) => string;
  /** For an action that can be undone. */
  variant?: "primary";
  /** The text to type before an action that can't be undone, such as a code's last 4. */
  proof?: (context: Context) => string;
  refresh?: DialogAction<void, Reply>["refresh"];
  done?: (reply: Reply, context: Context) => unknown;
};

/**
 * Declares a dialog that says what will happen, and does it. Its texts are the group `name` of the area's messages. When
 * it is done, it closes with its `toast`.
 */
export function confirmation<
  OfArea extends Area,
  Props extends object,
  Subject = object,
  M extends Method = never,
  P extends PathOf<M> = never,
  Reply = ReplyOf<P, M>,
  Sent = object,
>(
  area: DialogArea<OfArea, Props, Subject>,
  name: Named<OfArea, DialogContext<OfArea, Props>>,
  declared: Declaration<DialogContext<OfArea, Props>, readonly [M, P], Sent, Reply>,
): Declared<Props, P, BodyOf<P, M>, Subject, Sent> {
  const { operation, done } = declared;
  const send = (key: string, context: DialogContext<OfArea, Props>) =>
    declared.send?.(key, context) ??
    (sendTo(
      operation,
      area.subject?.(context),
      declared.body?.(context) ?? {},
      key,
    ) as Promise<Reply>);

  function Confirmation(props: Props & Closing) {
    const context = useDialogContext(area, props);
    const { text, rich, has } = textsOf(name, context, declared.values?.(context));
    const title = text("title") ?? "";
    return (
      <ConfirmDialog<Reply>
        onClose={props.onClose}
        title={title}
        consequence={declared.description?.(context) ?? rich("description")}
        keep={text("keep")}
        verb={declared.submit?.(context) ?? text("submit") ?? title}
        variant={declared.variant}
        proof={declared.proof?.(context)}
        send={(_, key) => send(key, context)}
        refresh={declared.refresh ?? area.refresh(props)}
        done={done && ((reply) => done(reply, context))}
        toast={has("toast") ? () => text("toast") ?? "" : undefined}
      />
    );
  }
  return Confirmation as Declared<Props, P, BodyOf<P, M>, Subject, Sent>;
}
