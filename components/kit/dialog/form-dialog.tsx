import { Fragment, type ReactNode, useState } from "react";
import type { DefaultValues, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { BodyOf, PathOf, ReplyOf } from "@/components/kit/api/api";
import type { DialogAction } from "@/components/kit/api/queries";
import type { AmountToConfirm } from "@/components/kit/money/money-fields";
import type { Area } from "@/lib/base/i18n/messages";
import { ActionDialog } from "./action-dialog";
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
import type { Drawn, Field, Fields, SchemaOf, Typed, Values } from "./fields";

type Said = ReturnType<NonNullable<DialogAction<unknown, unknown>["toast"]>>;

type Declaration<Context, Request, F extends Fields, Sent, Reply> = {
  /** The operation that it sends the fields to. */
  operation?: Request;
  /** The values in the dialog's texts. */
  values?: (context: Context) => TextValues;
  title?: (context: Context) => string;
  /** In the order in which they are shown. Their names are those of the operation's body, unless there is a `body`. */
  fields: (context: Context) => F;
  body?: (values: Values<F>, context: Context) => Sent;
  /** Sends something other than one operation. */
  send?: (values: Values<F>, idempotencyKey: string, context: Context) => Promise<Reply>;
  description?: (context: Context, typed: Typed<F>) => ReactNode;
  submit?: (context: Context, typed: Typed<F>) => ReactNode;
  danger?: true;
  /** The amount to confirm by typing it twice if it is unusually large. */
  amount?: (typed: Typed<F>, context: Context) => AmountToConfirm;
  refresh?: DialogAction<unknown, Reply>["refresh"];
  done?: (reply: Reply, values: Values<F>, context: Context) => unknown;
  /** The confirmation when it is done, if the text alone can't say it. */
  toast?: (reply: Reply, values: Values<F>, context: Context) => Said;
  /** What is shown instead when it is done, such as a secret. */
  next?: (reply: Reply, values: Values<F>, context: Context) => ReactNode;
};

/**
 * Declares a dialog that asks for fields and sends them. Its texts are the group `name` of the area's messages. When it
 * is done, it closes with its `toast`, or shows what is `next`. What takes typed or sent values is written below
 * `fields`, which give them their types.
 */
export function formDialog<
  OfArea extends Area,
  Props extends object,
  F extends Fields,
  Subject = object,
  M extends Method = never,
  P extends PathOf<M> = never,
  Reply = ReplyOf<P, M>,
  Sent = Values<F>,
>(
  area: DialogArea<OfArea, Props, Subject>,
  name: Named<OfArea, DialogContext<OfArea, Props>>,
  declared: Declaration<DialogContext<OfArea, Props>, readonly [M, P], F, Sent, Reply>,
): Declared<Props, P, BodyOf<P, M>, Subject, Sent> {
  const { operation, amount, next } = declared;
  async function send(values: Values<F>, key: string, context: DialogContext<OfArea, Props>) {
    if (declared.send) return await declared.send(values, key, context);
    const body = declared.body ? declared.body(values, context) : values;
    return (await sendTo(operation, area.subject?.(context), body, key)) as Reply;
  }

  function FormDialog(props: Props & Closing) {
    const context = useDialogContext(area, props);
    const [done, setDone] = useState<[Reply, Values<F>] | null>(null);
    if (done && next) return next(...done, context);
    const { text, rich, has } = textsOf(name, context, declared.values?.(context));
    const isSaid = declared.toast !== undefined || has("toast");
    const toast = (...result: [Reply, Values<F>]) =>
      declared.toast?.(...result, context) ?? text("toast") ?? "";
    const fields = Object.entries<Field | Drawn>(declared.fields(context));
    const asked = fields.filter((field): field is [string, Field] => "schema" in field[1]);
    const schemas = asked.map(([key, { schema }]) => [key, schema]);
    const initial = asked.map((field) => [field[0], field[1].initial]);
    return (
      <ActionDialog<Typed<F>, Values<F>, Reply>
        onClose={props.onClose}
        title={declared.title?.(context) ?? text("title") ?? ""}
        description={(typed) => declared.description?.(context, typed) ?? rich("description")}
        verb={(typed) => declared.submit?.(context, typed) ?? text("submit")}
        danger={declared.danger}
        schema={z.object(Object.fromEntries(schemas)) as SchemaOf<F>}
        defaults={Object.fromEntries(initial) as DefaultValues<Typed<F>>}
        amount={amount && ((typed) => amount(typed, context))}
        send={(values, key) => send(values, key, context)}
        refresh={declared.refresh ?? area.refresh(props)}
        done={(...result) => {
          if (next) setDone(result);
          else if (declared.done) return declared.done(...result, context);
          else if (!isSaid) props.onClose();
        }}
        toast={isSaid ? toast : undefined}
      >
        {(form, check) =>
          fields.map(([key, { draw }]) => (
            <Fragment key={key}>
              {draw({ form: form as unknown as UseFormReturn, name: key })}
              {key === "amountCents" && check}
            </Fragment>
          ))
        }
      </ActionDialog>
    );
  }
  return FormDialog as Declared<Props, P, BodyOf<P, M>, Subject, Sent>;
}
