import { expect, test, vi } from "vitest";
import { download } from "./download";

type Row = { name: string; cents: number | { decimal: string } | null };

const file = (rows: () => AsyncIterable<Row[]>) =>
  download<unknown, unknown, Row>({
    scope: null,
    name: "rows",
    columns: { Name: ({ name }) => name, Amount: ({ cents }) => cents },
    rows,
  });

const get = (rows: () => AsyncIterable<Row[]>) =>
  file(rows).GET(new Request("http://localhost/rows"), { params: Promise.resolve({}) });

test("a download is CSV with a heading, no cell of it is a formula, and a number stays one", async () => {
  const response = await get(async function* () {
    yield [{ name: "=HYPERLINK(1)", cents: 5 }];
    yield [{ name: 'a "b", c', cents: null }];
    yield [{ name: "-2+3", cents: { decimal: "-12.50" } }];
  });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="rows.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
  expect(bytes.subarray(3).toString()).toBe(
    'Name,Amount\r\n\'=HYPERLINK(1),5\r\n"a ""b"", c",\r\n\'-2+3,-12.50\r\n',
  );
});

test("what fails before the first row is a refusal, what fails later breaks the download off", async () => {
  const early = await get(async function* () {
    yield await Promise.reject(new Error("no"));
  });
  expect(early.status).toBe(500);
  const late = await get(async function* () {
    yield [{ name: "a", cents: 1 }];
    throw new Error("no");
  });
  expect(late.status).toBe(200);
  await expect(late.text()).rejects.toThrow();
});

test("a reader who leaves ends the reading", async () => {
  let ended = false;
  const response = await get(async function* () {
    try {
      for (;;) yield [{ name: "a", cents: 1 }];
    } finally {
      ended = true;
    }
  });
  await response.body?.cancel();
  await vi.waitFor(() => expect(ended).toBe(true));
});

test("asked for its headers alone it reads no row, and nothing that reading does is done", async () => {
  let asked = false;
  const route = file(async function* () {
    asked = true;
    yield [];
  });
  const request = new Request("http://localhost/rows", { method: "HEAD" });
  const response = await route.HEAD(request, { params: Promise.resolve({}) });
  expect([response.status, response.body]).toEqual([200, null]);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="rows.csv"');
  expect(asked).toBe(false);
});
