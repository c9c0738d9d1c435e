import createFetchClient, { type MaybeOptionalInit } from "openapi-fetch";
import { errorOf } from "./errors.js";
import { type RetryOptions, retryingFetch } from "./retry.js";
import type { components as ComponentsA, paths as PathsA } from "./shape-a.js";
import type { components as ComponentsB, paths as PathsB } from "./shape-b.js";

export type Shape = "A" | "B";

type PathsOf<S extends Shape> = { A: PathsA; B: PathsB }[S];

/** The API's named types in a shape, such as `Schemas["Card"]`. */
export type Schemas<S extends Shape = "A"> = {
  A: ComponentsA["schemas"];
  B: ComponentsB["schemas"];
}[S];

export type ClientOptions<S extends Shape> = Partial<RetryOptions> & {
  /** The API's URL, with its version: `https://scrip.example.com/api/v1`. */
  baseUrl: string;
  /** An API key. */
  key: string;
  /** The format of requests and responses. The default is A. */
  shape?: S;
};

type Method = "get" | "post" | "patch" | "delete";
type PathsWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<M, object> ? Path : never;
}[keyof Paths];

/** The body of an operation's successful response. */
type Data<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201 | 202)]: Responses[Status] extends {
        content: { "application/json": infer Body };
      }
        ? Body
        : never;
    }[keyof Responses & (200 | 201 | 202)]
  : never;

type Init<Paths, Path extends keyof Paths, M extends Method> =
  // The second argument can be omitted if nothing in it is required.
  undefined extends MaybeOptionalInit<Paths[Path], M & keyof Paths[Path]>
    ? [init?: MaybeOptionalInit<Paths[Path], M & keyof Paths[Path]>]
    : [init: MaybeOptionalInit<Paths[Path], M & keyof Paths[Path]>];

type Call<Paths, M extends Method> = <Path extends PathsWith<Paths, M>>(
  path: Path,
  ...init: Init<Paths, Path, M>
) => Promise<Data<Paths[Path][M & keyof Paths[Path]]>>;

type DataOfGet<Paths, Path extends keyof Paths> = Data<Paths[Path]["get" & keyof Paths[Path]]>;
type ListPath<Paths> = {
  [Path in PathsWith<Paths, "get">]: DataOfGet<Paths, Path> extends
    | { nextCursor: string | null }
    | { next_cursor: string | null }
    ? Path
    : never;
}[PathsWith<Paths, "get">];
type ItemOf<Page> = {
  [Field in keyof Page]: Page[Field] extends readonly (infer Item)[] ? Item : never;
}[keyof Page];

export type Client<S extends Shape = "A"> = {
  GET: Call<PathsOf<S>, "get">;
  POST: Call<PathsOf<S>, "post">;
  PATCH: Call<PathsOf<S>, "patch">;
  DELETE: Call<PathsOf<S>, "delete">;
  /** Every item of a list, page by page. */
  list: <Path extends ListPath<PathsOf<S>>>(
    path: Path,
    ...init: Init<PathsOf<S>, Path, "get">
  ) => AsyncGenerator<ItemOf<DataOfGet<PathsOf<S>, Path>>, void, undefined>;
};

/**
 * A client for one API key. Its methods return the response's body. They throw ScripError if the API declines
 * the request, or if there is no response after all retries. By default a request has 4 retries within 30
 * seconds.
 */
export function createClient<S extends Shape = "A">({
  baseUrl,
  key,
  shape,
  timeoutMs = 30_000,
  maxRetries = 4,
  fetch = globalThis.fetch,
}: ClientOptions<S>): Client<S> {
  const client = createFetchClient<Record<string, Record<Method, object>>>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}`, "Scrip-Shape": shape ?? "A" },
    fetch: retryingFetch({ timeoutMs, maxRetries, fetch }),
  });
  client.use({
    onResponse: async ({ request, response }) => {
      if (!response.ok) throw await errorOf(request, response);
    },
  });
  const call = (method: Method) => async (path: string, init?: Record<string, unknown>) =>
    (await client.request(method, path, init)).data;
  const list = (path: string, init?: ListInit) => pages(call("get"), path, init);
  const methods = { GET: call("get"), POST: call("post"), PATCH: call("patch") };
  // The types come from the OpenAPI document of the shape, which TypeScript can't relate to the code.
  return { ...methods, DELETE: call("delete"), list } as unknown as Client<S>;
}

type ListInit = { params?: { query?: Record<string, unknown> } };
type Page = Record<string, unknown> & { nextCursor?: string | null; next_cursor?: string | null };

async function* pages(
  get: (path: string, init: ListInit) => Promise<unknown>,
  path: string,
  init: ListInit = {},
) {
  const { offset, ...filters } = init.params?.query ?? {};
  let place: Record<string, unknown> = offset === undefined ? {} : { offset };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const params = { ...init.params, query: { ...filters, ...place } };
    const page = (await get(path, { ...init, params })) as Page;
    yield* Object.values(page).find(Array.isArray) ?? [];
    cursor = page.nextCursor ?? page.next_cursor ?? null;
    place = { cursor };
  }
}
