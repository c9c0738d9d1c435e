import { expect, test } from "vitest";
import { cleanScan } from "./scan";

test.each([
  ["ABCD-2345-EFGH-6789", null, "ABCD-2345-EFGH-6789"],
  ["  ABCD2345EFGH6789\r\n", null, "ABCD2345EFGH6789"],
  ["\u0002ABCD2345\u0003", "", "ABCD2345"],
  ["GC:ABCD2345", "GC:", "ABCD2345"],
  ["gc:ABCD2345\t", "GC:", "ABCD2345"],
  ["ABCD2345", "GC:", "ABCD2345"],
  // Once only: the code itself may begin like this.
  ["999912345678", "99", "9912345678"],
  ["%6006491234567890?", null, "6006491234567890"],
  [";6006491234567890?\r", null, "6006491234567890"],
  ["%6006491234567890?;6006491234567890?", null, "6006491234567890"],
  [";996006491234567890?", "99", "6006491234567890"],
  ["$;6006491234567890?", "$", "6006491234567890"],
  // A sentinel that is set as the prefix.
  [";6006491234567890", ";", "6006491234567890"],
  ["%B6006491234567890?", "%b", "6006491234567890"],
  ["]C16006491234567890", null, "6006491234567890"],
  ["]Q3ABCD-2345\r", null, "ABCD-2345"],
  ["]A0GC:ABCD2345", "GC:", "ABCD2345"],
  ["]A0%6006491234567890?", null, "6006491234567890"],
  ["?", null, ""],
  ["", "GC:", ""],
])("a scan of %j with the prefix %j is the code %j", (sent, prefix, code) => {
  expect(cleanScan(sent, prefix)).toBe(code);
});
