import { readFileSync } from "node:fs";
import { createFormControl } from "react-hook-form";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "@/components/kit/api/api";
import { sourceFiles } from "@/lib/testing/sources";
import { translator } from "@/lib/testing/translator";
import { isHidden, placeFieldErrors, schemaResolver } from "./forms";

const resolver = schemaResolver(
  z.object({
    name: z.string().check(z.trim(), z.minLength(2, "Too short."), z.regex(/^a/, "Begins with a.")),
    events: z.array(z.enum(["on", "off"])).check(z.minLength(1, "Choose one.")),
  }),
  translator("common"),
);
const resolveValues = (typed: Parameters<typeof resolver>[0]) =>
  resolver(typed, undefined, { fields: {}, shouldUseNativeValidation: false });

test("typed values are submitted as the schema parses them", () => {
  expect(resolveValues({ name: " ab ", events: ["on"] })).toEqual({
    values: { name: "ab", events: ["on"] },
    errors: {},
  });
});

test("each field shows its first problem", () => {
  expect(resolveValues({ name: "x", events: [] })).toEqual({
    values: {},
    errors: {
      name: { type: "too_small", message: "Too short." },
      events: { type: "too_small", message: "Choose one." },
    },
  });
});

/** A form that has these fields, and shows some of them. */
function formThatShows(...shown: string[]) {
  const form = createFormControl({
    defaultValues: { quantity: "", expiresOn: "", days: { from: "" }, timeZone: "" },
  });
  for (const name of shown) form.register(name as "quantity");
  return form;
}

/** Whether the error of a request whose fields are wrong has to be shown apart from the form's fields. */
function isHiddenIn(form: ReturnType<typeof formThatShows>, ...paths: string[]): boolean {
  const fields = paths.map((path) => ({ path, message: "is wrong" }));
  const error = new ApiError({ status: 400, code: "invalid_request", fields });
  return isHidden(
    form,
    placeFieldErrors(form, error, { count: "quantity" }, ({ message }) => message),
  );
}

test("an error is shown apart from the fields unless each field that it names is on the page", () => {
  expect(isHiddenIn(formThatShows("quantity"), "count")).toBe(false);
  expect(isHiddenIn(formThatShows("days.from"), "body.days")).toBe(false);
  expect(isHiddenIn(formThatShows("quantity"), "expiresOn")).toBe(true);
  expect(isHiddenIn(formThatShows("quantity"), "count", "timeZone")).toBe(true);
  expect(isHiddenIn(formThatShows("quantity"), "days.until")).toBe(true);
  expect(isHiddenIn(formThatShows("quantity"))).toBe(true);
});

test("a field of an earlier step doesn't show an error", () => {
  const form = formThatShows("quantity");
  form.register("expiresOn").ref(null);
  expect(isHiddenIn(form, "expiresOn")).toBe(true);
  form.register("expiresOn");
  expect(isHiddenIn(form, "expiresOn")).toBe(false);
});

test("an error without a response, and one of the page itself, are shown apart from the fields", () => {
  const form = formThatShows("quantity");
  const inWords = () => "";
  const lost = new ApiError({ status: 0, code: "unreachable" });
  expect(isHidden(form, placeFieldErrors(form, lost, {}, inWords))).toBe(true);
  expect(isHidden(form, placeFieldErrors(form, new TypeError("x"), {}, inWords))).toBe(true);
});

const components = sourceFiles()
  .filter((file) => /^components\/.*\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

test("every form is submitted by useSubmit() and shows its failure", () => {
  const submitted = components.filter(({ file }) => file !== "components/kit/form/forms.ts");
  const byItself = submitted.filter(({ source }) => /\.handleSubmit\(/.test(source));
  expect(byItself.map(({ file }) => file)).toEqual([]);
  const forms = submitted.filter(({ source }) => /\buseSubmit\(form\b/.test(source));
  expect(forms.length).toBeGreaterThan(5);
  const silent = forms.filter(
    ({ source }) => !/\{\.\.\.(sending|checked)\}|[=]\{.*\bfailure\b.*\}/.test(source),
  );
  expect(silent.map(({ file }) => file)).toEqual([]);
});
