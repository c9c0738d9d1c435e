import { expect, test } from "vitest";
import { attachment, fileNameOf } from "./file-name";

const nameAt = (name: string) => fileNameOf({ name, timeZone: "UTC" }, "cards");

test("a file is named by store, content and the store's day", () => {
  const today = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "Asia/Tokyo" });
  const store = { name: "Juniper Street Books", timeZone: "Asia/Tokyo" };
  expect(fileNameOf(store, "closing 2026-10")).toBe(
    `Juniper Street Books - closing 2026-10 - ${today.format(new Date())}`,
  );
});

test.each([
  ['../../A/B\\C: "D" <E>|F?*%\r\n\u0000G', /^A B C D E F G - cards - [\d-]{10}$/],
  ["\u202efdp.exe\u200b Bäckerei  ", /^fdp\.exe Bäckerei - cards - [\d-]{10}$/],
  ["花屋さん".repeat(50), /^[花屋さん]{40} - cards - [\d-]{10}$/],
  ["💐".repeat(50), /^(💐){40} - cards - [\d-]{10}$/u],
  [" ../ ", /^cards - [\d-]{10}$/],
])("a file's name has nothing that a system refuses or hides, and is short: %j", (name, safe) => {
  expect(nameAt(name)).toMatch(safe);
});

test.each([
  ["Café.csv", `attachment; filename="Caf_.csv"; filename*=UTF-8''Caf%C3%A9.csv`],
  ["Ada's (1).csv", `attachment; filename="Ada's (1).csv"; filename*=UTF-8''Ada%27s%20%281%29.csv`],
  ["花屋.pdf", `attachment; filename="__.pdf"; filename*=UTF-8''%E8%8A%B1%E5%B1%8B.pdf`],
])("the header has the name in ASCII and in its own letters, quoted: %s", (name, header) => {
  expect(attachment(name)).toBe(header);
  expect(new Headers({ "Content-Disposition": header }).get("Content-Disposition")).toBe(header);
});
