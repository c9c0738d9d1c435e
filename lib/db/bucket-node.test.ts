import { expect, test } from "vitest";
import { urlOfNode } from "./bucket-node";

test.each([
  ["postgres://app@{node}/scrip", "postgres://app@10.0.0.21:5433/scrip"],
  ["postgres://app@{node}:6432/scrip_{bucket}", "postgres://app@10.0.0.21:6432/scrip_{bucket}"],
])("the URL %s leads to a node at %s", (url, expected) => {
  expect(urlOfNode(url, { host: "10.0.0.21", port: 5433 })).toBe(expected);
});
