import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { FirstReads } from "@/components/kit/api/read-options";
import { listQuery, openList } from "@/components/kit/list/list-query";
import { savedViews } from "@/components/kit/list/view";

export const customerSorts = ["newest", "oldest", "email", "email_desc"] as const;

export const customerList = listQuery({
  key: ["customers", "list"],
  path: "/api/portal/customers",
  parsers: { q: parseAsString, sort: parseAsStringLiteral(customerSorts) },
  queryOf: (filters) => filters,
});

export const customersReads: FirstReads = (page, load) =>
  Promise.all([load(openList(customerList, page).options), load(savedViews("customers"))]);
