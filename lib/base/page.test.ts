import { expect, test } from "vitest";
import { newId } from "./ids";
import { pageOf } from "./page";

const read = (rows: number) => async () => Array.from({ length: rows }, () => ({ id: newId() }));

test.for([
  { rows: 0, request: { limit: 2, offset: 0 }, total: 0 },
  { rows: 2, request: { limit: 2, offset: 0 }, total: 2 },
  { rows: 3, request: { limit: 2, offset: 0 }, total: 9 },
  { rows: 1, request: { limit: 2, offset: 8 }, total: 9 },
])(
  "a list that is whole on its first page has as many as it shows, whatever was counted meanwhile: %j",
  async ({ rows, request, total }) => {
    const page = await pageOf(request, { list: "test" }, read(rows), async () => 9);
    expect(page.total).toBe(total);
  },
);
