import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, type FieldProblem, lossOf } from "@/components/kit/api/api";
import { useRefusalTexts } from "@/components/kit/api/refusal-texts";
import { problemInWords } from "@/components/kit/api/refusal-words";
import type { Translate } from "@/components/kit/locale/translate";
import type { Messages } from "@/lib/base/i18n/messages";

/** The text of a schema's issue in `common.validation`, and the values in it. */
export type IssueText = {
  key: keyof Messages["common"]["validation"];
  values: Record<string, string | number>;
};

/** The text of an issue for which the schema has none. */
function textOf({ code, maximum, params }: z.core.$ZodRawIssue): IssueText {
  if (code === "invalid_format") return { key: "email", values: {} };
  if (code === "too_big") return { key: "maxLength", values: { max: Number(maximum) } };
  return (params as IssueText | undefined) ?? { key: "invalid", values: {} };
}

/** Validates a form with a schema. Returns the parsed values, or the first error of each field. */
export const schemaResolver =
  <Typed extends FieldValues, Values extends FieldValues>(
    schema: z.ZodMiniType<Values, Typed>,
    t: Translate<"common">,
  ): Resolver<Typed, unknown, Values> =>
  (typed) => {
    const { success, data, error } = schema.safeParse(typed, {
      error: (issue) => {
        const { key, values } = textOf(issue);
        return t(`validation.${key}`, values);
      },
    });
    if (success) return { values: data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { code, path, message } of error.issues) {
      errors[String(path[0])] ??= { type: code, message };
    }
    return { values: {}, errors: errors as FieldErrors<Typed> };
  };

/**
 * Submits a form with `act`, one request at a time; `busy` until it finishes. Errors are shown on the
 * fields they name; `renamed` maps request fields to form fields. Errors without a field are returned as
 * `failure`. A lost session or store is handled globally, not by the form.
 */
export function useSubmit<Typed extends FieldValues, Values extends FieldValues>(
  form: UseFormReturn<Typed, unknown, Values>,
  act: (values: Values) => Promise<unknown>,
  renamed: Record<string, Path<Typed>> = {},
) {
  const t = useTranslations("common");
  const texts = useRefusalTexts();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const sending = useMutation({ mutationFn: act });
  const isSending = useRef(false);
  const [placed, setPlaced] = useState<Placed | null>(null);
  // Only after the page was drawn, because a field can appear with its error.
  useEffect(() => {
    if (placed && isHidden(form, placed)) setFailure(placed.error);
  }, [placed, form]);
  const refuse = (errors: FieldErrors<Typed>) => {
    const names = Object.keys(errors);
    const message = names.map((name) => String(errors[name]?.message ?? "")).join(" ");
    setFailure(null);
    setPlaced({ names, error: new ApiError({ status: 400, code: "page", message }) });
  };
  const send = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await sending.mutateAsync(values);
    } catch (error) {
      if (!lossOf(error))
        setPlaced(
          placeFieldErrors(form, error, renamed, (problem) => problemInWords(t, problem, texts)),
        );
    }
  }, refuse);
  async function submit(event?: BaseSyntheticEvent): Promise<void> {
    event?.preventDefault();
    // The second click of a double click can come before the button is disabled.
    if (isSending.current) return;
    isSending.current = true;
    await send(event).finally(() => {
      isSending.current = false;
    });
  }
  return { submit, failure, busy: sending.isPending };
}

type InForm<Typed extends FieldValues, Values> = Pick<
  UseFormReturn<Typed, unknown, Values>,
  "control"
>;

type Registered = { _f?: { mount?: boolean } } | undefined;

/** Whether the page has this field, or parts of it, so that an error is seen there. A field of an earlier step isn't there. */
const isShown = <Typed extends FieldValues, Values>(
  { control: { _names, _fields } }: InForm<Typed, Values>,
  name: string,
): boolean =>
  [..._names.mount]
    .filter((known) => known === name || known.startsWith(`${name}.`))
    .some((known) => (get(_fields, known) as Registered)?._f?.mount);

/** The fields that an error was set on, and the error, to be shown if the page has not all of them. */
type Placed = { names: string[]; error: ApiError };

/** Whether a part of the error is on a field that the page doesn't have. */
export const isHidden = <Typed extends FieldValues, Values>(
  form: InForm<Typed, Values>,
  { names }: Placed,
): boolean => names.some((name) => !isShown(form, name));

/** Sets an error on the form's fields. */
export function placeFieldErrors<Typed extends FieldValues>(
  form: Pick<UseFormReturn<Typed>, "getValues" | "setError">,
  error: unknown,
  renamed: Record<string, Path<Typed>>,
  inWords: (problem: FieldProblem) => string,
): Placed {
  if (!(error instanceof ApiError))
    return { names: [NO_FIELD], error: new ApiError({ status: 500, code: "page" }) };
  const values = form.getValues();
  const isField = (name: string): name is Path<Typed> => Object.hasOwn(values, name);
  const names = error.fields.map((problem) => {
    const given = problem.path.replace(/^body\./, "");
    const name = renamed[given] ?? given;
    if (isField(name)) form.setError(name, { message: inWords(problem) });
    return name;
  });
  return { names: names.length > 0 ? names : [NO_FIELD], error };
}

/** The name of a field that no form has. */
const NO_FIELD = "";
