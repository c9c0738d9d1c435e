import { readFileSync } from "node:fs";
import { baseUrl, send } from "../support/client";
import { makeTestKey } from "../support/store";
import { expect, test } from "../support/test";

type Item = {
  name: string;
  event: { listen: "prerequest" | "test"; script: { exec: string[] } }[];
  request: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string };
    body?: { raw: string };
  };
};
type Collection = {
  variable: { key: string; value: string }[];
  item: { name: string; item: Item[] }[];
};

/** Runs requests in order, with the parts of Postman's scripts that the collection uses. */
function runner(values: Record<string, string>) {
  const filled = (text: string): string =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => {
      if (name === "$guid") return crypto.randomUUID();
      if (!values[name]) throw new Error(`${name} isn't set`);
      return values[name];
    });
  const scripted = (item: Item, listen: string, response?: { status: number; body: unknown }) => {
    const to = {
      be: {
        get success() {
          return expect(
            response?.status,
            `${item.name}: ${JSON.stringify(response?.body)}`,
          ).toBeLessThan(300);
        },
      },
    };
    const pm = {
      test: (_: string, check: () => void) => check(),
      collectionVariables: {
        set: (name: string, value: string) => {
          values[name] = value;
        },
      },
      variables: { replaceIn: filled },
      response: { to, json: () => response?.body },
    };
    for (const { listen: when, script } of item.event) {
      if (when === listen) new Function("pm", script.exec.join("\n"))(pm);
    }
  };
  return async (item: Item) => {
    scripted(item, "prerequest");
    const { method, header, url, body } = item.request;
    const answer = await send(filled(url.raw), {
      method,
      headers: [
        ["Authorization", filled("Bearer {{key}}")],
        ...header.map(({ key, value }): [string, string] => [key, filled(value)]),
      ],
      ...(body ? { body: filled(body.raw) } : {}),
    });
    scripted(item, "test", answer);
  };
}

test("the Postman collection runs from top to bottom, each request on what the ones before it created", async ({
  merchant,
}) => {
  const { item: folders, variable }: Collection = JSON.parse(
    readFileSync("clients/postman.json", "utf8"),
  );
  expect(variable.map(({ key }) => key)).toEqual(
    expect.arrayContaining(["baseUrl", "key", "card"]),
  );
  const run = runner({ baseUrl: `${baseUrl()}/api/v1`, key: await makeTestKey(merchant) });
  const alone = folders.filter(({ name }) => !name.startsWith("With a second store"));
  expect(alone).toHaveLength(folders.length - 1);
  for (const item of alone.flatMap((folder) => folder.item)) await run(item);
});
