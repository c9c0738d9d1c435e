import { expect, test } from "vitest";
import { chosenFilters } from "./list-filters";
import { shownView } from "./view";

const views = [
  { label: "All", query: "" },
  { label: "Active", query: "status=active" },
  { label: "Expiring soon", query: "status=active&expiresFrom=next-30-days&sort=expiring" },
];

test.each([
  ["", "All"],
  ["sort=oldest", "All"],
  ["status=frozen", "All"],
  ["status=active", "Active"],
  ["currency=EUR&status=active", "Active"],
  ["expiresFrom=next-30-days&status=active", "Expiring soon"],
])(
  "a list filtered by %j is shown in the tab whose filters are all set, whatever the order: %s",
  (search, label) => {
    expect(shownView(views, search)?.label).toBe(label);
  },
);

test("only filters that the open view doesn't have are listed as chosen", () => {
  const status = { label: "Status", value: "Active", none: { status: null } };
  const currency = { label: "Currency", value: "EUR", none: { currency: null } };
  const balance = { label: "Balance", value: null, none: { min: null, max: null } };
  const all = [status, currency, balance];
  const search = "currency=EUR&status=active";
  expect(chosenFilters(all, search, "status=active")).toEqual([currency]);
  expect(chosenFilters(all, search, "")).toEqual([status, currency]);
  expect(chosenFilters(all, search, "status=frozen")).toEqual([status, currency]);
});
