import { expect, test, vi } from "vitest";
import { browserTimeZone } from "./browser-time-zone";

/** What the browser's time zone becomes in a store in Lisbon. */
function zoneIn(timeZone: string | undefined): string {
  const resolved = new Intl.DateTimeFormat().resolvedOptions();
  const options = vi
    .spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions")
    .mockReturnValue({ ...resolved, timeZone: timeZone as string });
  try {
    return browserTimeZone("Europe/Lisbon");
  } finally {
    options.mockRestore();
  }
}

test.each(["Asia/Kathmandu", "America/Argentina/Ushuaia", "Etc/GMT+9", "UTC"])(
  "a browser in %s keeps its zone",
  (zone) => {
    expect(zoneIn(zone)).toBe(zone);
  },
);

test.each([
  "Etc/Unknown",
  "PST8PDT",
  "CET",
  "-03:30",
  "GMT+0530",
  "Mars/Olympus_Mons",
  "",
  undefined,
])("a browser in %j has the store's zone", (zone) => {
  expect(zoneIn(zone)).toBe("Europe/Lisbon");
});
