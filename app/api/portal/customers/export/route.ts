import { CUSTOMER_COLUMNS, ExportCustomersQuery } from "@/lib/contract/customer";
import { exportCustomers } from "@/lib/customers/customers";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportCustomersQuery,
  name: "customers",
  columns: CUSTOMER_COLUMNS,
  rows: (ctx, { query }) => exportCustomers(ctx, query),
});
