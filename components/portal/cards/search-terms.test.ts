import { expect, test } from "vitest";
import { readTerm } from "./search-terms";

test("a search term's form tells a code from an email or an id", () => {
  expect(readTerm(" 7kqm-2XWP 9rtbHC4N ")).toEqual({ kind: "code", code: "7kqm2XWP9rtbHC4N" });
  expect(readTerm("grace@example.com").kind).toBe("email");
  expect(readTerm("0197A4F0-5F3B-7C1E-9D53-3B1F5A6C7D8E").kind).toBe("id");
  expect(readTerm("0197a4f05f3b").kind).toBe("unknown");
});
