import { CUSTOMER_COLUMNS, ExportCustomersQuery } from "@/lib/api/contract/portal/customer";
import { csvDownload } from "@/lib/documents/download";
import { exportCustomers } from "@/lib/domain/customers/customers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportCustomersQuery,
  name: "customers",
  columns: CUSTOMER_COLUMNS,
  rows: (ctx, { query }) => exportCustomers(ctx, query),
});
