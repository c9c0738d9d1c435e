import { Fragment, type ReactNode, useState } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { BodyOf, PathOf, ReplyOf } from "@/components/kit/api/api";
import type { DialogAction } from "@/components/kit/api/queries";
import { formatMoney } from "@/components/kit/money/money";
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

type Declaration<Context, Request, F extends Fields, Parsed, Sent, Reply> = {
  /** The operation that it sends the fields to. */
  operation?: Request;
  /** The values in the dialog's texts. */
  values?: (context: Context) => TextValues;
  title?: (context: Context) => string;
  /** In the order in which they are shown. Their names are those of the operation's body, unless there is a `body`. */
  fields: (context: Context) => F;
  /** Checks the fields' values together, and changes them. */
  parse?: (values: Values<F>, payload: z.core.ParsePayload, context: Context) => Parsed;
  /** Request field to field, where the names differ. */
  renamed?: Record<string, string>;
  body?: (values: Parsed, context: Context) => Sent;
  /** Sends something other than one operation. */
  send?: (values: Parsed, idempotencyKey: string, context: Context) => Promise<Reply>;
  description?: (context: Context, typed: Typed<F>) => ReactNode;
  /** The button's text, if it is another than the group's `submit`, or `submitAmount`. */
  submit?: (context: Context, typed: Typed<F>, busy: boolean) => string | false | null;
  danger?: true;
  /** The amount that the button names, to be typed twice if it is unusually large: see `amountCheck`. */
  amount?: (typed: Typed<F>, context: Context) => AmountToConfirm;
  refresh?: DialogAction<unknown, Reply>["refresh"];
  done?: (reply: Reply, values: Parsed, context: Context) => unknown;
  /** The confirmation when it is done, if the text alone can't say it. */
  toast?: (reply: Reply, values: Parsed, context: Context) => Said;
  /** What is shown instead when it is done, such as a secret. */
  next?: (reply: Reply, values: Parsed, context: Context) => ReactNode;
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
  Parsed extends FieldValues = Values<F>,
  Sent = Parsed,
>(
  area: DialogArea<OfArea, Props, Subject>,
  name: Named<OfArea, DialogContext<OfArea, Props>>,
  declared: Declaration<DialogContext<OfArea, Props>, readonly [M, P], F, Parsed, Sent, Reply>,
): Declared<Props, P, BodyOf<P, M>, Subject, Sent> {
  type Context = DialogContext<OfArea, Props>;
  const { operation, parse, amount, next } = declared;
  async function send(values: Parsed, key: string, context: Context) {
    if (declared.send) return await declared.send(values, key, context);
    const body = declared.body ? declared.body(values, context) : values;
    return (await sendTo(operation, area.subject?.(context), body, key)) as Reply;
  }

  function FormDialog(props: Props & Closing) {
    const context = useDialogContext(area, props);
    const [done, setDone] = useState<[Reply, Parsed] | null>(null);
    if (done && next) return next(...done, context);
    const texts = textsOf(name, context, declared.values?.(context));
    const { schema, defaults, draw } = formOf(declared.fields(context));
    const isSaid = !next && (declared.toast !== undefined || texts.has("toast"));
    return (
      <ActionDialog<Typed<F>, Parsed, Reply>
        onClose={props.onClose}
        title={declared.title?.(context) ?? texts.text("title") ?? ""}
        description={(typed) => declared.description?.(context, typed) ?? texts.rich("description")}
        verb={(typed, busy) =>
          declared.submit?.(context, typed, busy) || submitText(texts, amount?.(typed, context))
        }
        danger={declared.danger}
        schema={parsedBy(schema, parse && ((values, payload) => parse(values, payload, context)))}
        defaults={defaults}
        renamed={declared.renamed as Record<string, Path<Typed<F>>>}
        amount={amount && ((typed) => amount(typed, context))}
        send={(values, key) => send(values, key, context)}
        refresh={declared.refresh ?? area.refresh(props)}
        done={(...result) => {
          if (next) setDone(result);
          if (declared.done) return declared.done(...result, context);
          if (!next && !isSaid) props.onClose();
        }}
        toast={
          isSaid
            ? (...result) => declared.toast?.(...result, context) ?? texts.text("toast") ?? ""
            : undefined
        }
      >
        {draw}
      </ActionDialog>
    );
  }
  return FormDialog as Declared<Props, P, BodyOf<P, M>, Subject, Sent>;
}

/** The form of fields: their schema, what they start with, and how they are drawn. */
function formOf<F extends Fields>(fields: F) {
  const all = Object.entries<Field | Drawn>(fields);
  const asked = all.filter((entry): entry is [string, Field] => "schema" in entry[1]);
  const schemas = asked.map(([name, { schema }]) => [name, schema]);
  const initial = asked.map((entry) => [entry[0], entry[1].initial]);
  return {
    schema: z.object(Object.fromEntries(schemas)) as SchemaOf<F>,
    defaults: Object.fromEntries(initial) as DefaultValues<Typed<F>>,
    draw: (form: unknown, check: ReactNode) =>
      all.map(([name, { draw }]) => (
        <Fragment key={name}>{draw({ form: form as UseFormReturn, name }, check)}</Fragment>
      )),
  };
}

/** A form's schema, with what checks its fields together. */
const parsedBy = <Typed, Given, Parsed>(
  schema: z.ZodMiniType<Given, Typed>,
  parse: ((values: Given, payload: z.core.ParsePayload) => Parsed) | undefined,
) => (parse ? z.pipe(schema, z.transform(parse)) : schema) as z.ZodMiniType<Parsed, Typed>;

/** What the button says: the amount, if it is known and there is a text for it. */
const submitText = ({ text }: ReturnType<typeof textsOf>, shown: AmountToConfirm | undefined) =>
  shown && shown.amountCents !== null
    ? (text("submitAmount", { amount: formatMoney(shown.amountCents, shown.currency) }) ??
      text("submit"))
    : text("submit");
