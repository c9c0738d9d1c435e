import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Email } from "@/lib/api/contract/fields";
import { sourceFiles } from "@/lib/testing/sources";
import { optionalEmail, typedEmail } from "./form-schemas";

test.each([
  "o'neil+gifts@example.co.uk",
  "a!b#c$d%e*f/g@example.com",
  "  Zoë@example.com ",
  "ana@münchen.example",
  "ana@例え.jp",
  "ana@ｅxample。org",
  "ana@example.com.",
  "ana@10.0.0.7",
  "ana..b@example.com",
  "ana@example.com, bob@example.com",
  `${"x".repeat(65)}@example.com`,
  `ana@${"y.".repeat(126)}com`,
])("a form takes %j exactly if the API does", (typed) => {
  const { success } = Email.safeParse(typed);
  expect(typedEmail.safeParse(typed).success).toBe(success);
  expect(optionalEmail.safeParse(typed).success).toBe(success);
});

/** Components with a field for an email, and why they need no rule of their own. */
const WITHOUT_RULE: Record<string, string> = {
  "components/auth/sign-in-form.tsx":
    "an address that nobody can have gets the response of a wrong password",
  "components/kit/credentials/fields.tsx": "a field of other forms",
  "components/portal/branding/branding-form.tsx": "its schema is in branding-values.ts",
  "components/till/receipt-actions.tsx": "the server checks it",
};

const components = sourceFiles()
  .filter((file) => /^(components|app)\/.*\.tsx$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

test("every field for an email has the server's rule", () => {
  const withField = components.filter(({ source }) =>
    /type(=|: )"email"|<EmailField\b/.test(source),
  );
  const unchecked = withField.filter(
    ({ source }) => !/\b(typedEmail|optionalEmail|normaliseEmail)\b/.test(source),
  );
  expect(unchecked.map(({ file }) => file)).toEqual(Object.keys(WITHOUT_RULE));
  // A schema of its own, such as `email: z.email()`.
  const own = components.filter(({ source }) => /\b\w*[eE]mail: z\b/.test(source));
  expect(own.map(({ file }) => file)).toEqual(["components/auth/sign-in-form.tsx"]);
});

test("no browser checks a field for an email by its own rule", () => {
  const forms = components.filter(
    ({ source }) => /type="email"/.test(source) && /<form\b/.test(source),
  );
  const checkedByBrowser = forms.filter(({ source }) => !/<form\b[^>]*noValidate/.test(source));
  expect(checkedByBrowser.map(({ file }) => file)).toEqual([]);
});
