import { expect, test } from "vitest";
import { redactedLine } from "./http-call";

test.each([
  "7KQM2XWP9RTBHC4F is taken.",
  "7kqm2xwp9rtbhc4f is taken.",
  "7KQM-2XWP-9RTB-HC4F is taken.",
  "7kqm 2xwp 9rtb hc4f is taken.",
])("a code is not quoted however a shop spells it: %s", (said) => {
  expect(redactedLine(said, ["7KQM2XWP9RTBHC4F"])).toBe("… is taken.");
});

test("a token is not quoted, whatever signs it has", () => {
  const token = "whsec_a+b/c.d*(e)=";
  expect(redactedLine(`Bad token ${token}\n(401)`, [token, ""])).toBe("Bad token … (401)");
});
