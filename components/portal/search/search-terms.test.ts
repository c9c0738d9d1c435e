import { expect, test } from "vitest";
import { mayBeCode, readCardId } from "./search-terms";

test("text that could be a code, or most of one, is recognized; an email, an amount or an ID isn't", () => {
  for (const typed of ["7kqm-2XWP 9rtbHC4N", "7KQM-2XWP-9", "KQMXWPRT", "12345", "ORDER-7731"]) {
    expect(mayBeCode(typed), typed).toBe(true);
  }
  const id = "0197A4F0-5F3B-7C1E-9D53-3B1F5A6C7D8E";
  for (const typed of ["grace@example.com", "$25.00", "7KQM", "Grace", "Käthe Müller", id]) {
    expect(mayBeCode(typed), typed).toBe(false);
  }
  expect(readCardId(` ${id}`)).toBe(id.toLowerCase());
  expect(readCardId("0197a4f05f3b")).toBeNull();
});
