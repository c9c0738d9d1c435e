import { expect, test } from "vitest";
import * as z from "zod/mini";
import { translator } from "@/lib/testing/translator";
import { schemaResolver } from "./forms";

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
