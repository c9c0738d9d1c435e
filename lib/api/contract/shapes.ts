import { z } from "zod";
import type { ApiShape } from "@/lib/base/context";
import type { Page } from "@/lib/base/page";

/** Who reads the response, and whether it shows them the codes of cards (lib/domain/cards/code-access.ts). */
export type Reader = { seesCodes: boolean };

type Presenter<T, S extends z.ZodType> = readonly [
  schema: S,
  present: (result: T, reader: Reader) => z.input<S>,
];

type ShapePresenter<T, Shown> = {
  schema: z.ZodType<Shown>;
  present: (result: T, reader: Reader) => unknown;
};

/**
 * How a domain result is shown in each shape. The compiler checks each presenter against its schema.
 * `Shown` is the Shape A output, which the pages use.
 */
export type Reply<T, Shown = unknown> = {
  A: ShapePresenter<T, Shown>;
  B: ShapePresenter<T, unknown>;
};

/** Both shapes of a reply: `shaped<Moved>()({ A: [schema, present], B: […] })`. */
export const shapedReply =
  <T>() =>
  <A extends z.ZodType, B extends z.ZodType>(shapes: {
    A: Presenter<T, A>;
    B: Presenter<T, B>;
  }): Reply<T, z.output<A>> => ({
    A: { schema: shapes.A[0] as z.ZodType<z.output<A>>, present: shapes.A[1] },
    B: { schema: shapes.B[0], present: shapes.B[1] },
  });

/** The fields of a page that was requested by offset. */
export const PAGE_FIELDS = { total: z.int(), limit: z.int(), offset: z.int() };
const Cursor = z.string().nullable();

/** The total of a list with filters whose matches can't be counted without reading the whole history. */
export const NullableTotal = z.int().nullable().meta({
  description:
    "The exact number of matches, or null if counting them would require searching the whole history.",
});

type ListPage<Name extends string, Item, Total> = Record<Name, Item[]> &
  Omit<z.output<z.ZodObject<typeof PAGE_FIELDS>>, "total"> & {
    total: Total;
    nextCursor: string | null;
  };

/** A page of a list, with its items under `name` in the shape of each item. */
export function shapedPageReply<T, Total extends number | null = number>() {
  return <Name extends string, A extends z.ZodType, B extends z.ZodType>(
    name: Name,
    { A, B }: { A: Presenter<T, A>; B: Presenter<T, B> },
    total: z.ZodType = PAGE_FIELDS.total,
  ): Reply<Page<T, Total>, ListPage<Name, z.output<A>, Total>> => {
    const fields = { ...PAGE_FIELDS, total };
    const viewA = z.strictObject({ [name]: z.array(A[0]), ...fields, nextCursor: Cursor });
    const viewB = z.strictObject({ [name]: z.array(B[0]), ...fields, next_cursor: Cursor });
    return {
      A: {
        schema: viewA as unknown as z.ZodType<ListPage<Name, z.output<A>, Total>>,
        present: ({ items, ...page }, reader) => ({
          [name]: items.map((item) => A[1](item, reader)),
          ...page,
        }),
      },
      B: {
        schema: viewB,
        present: ({ items, nextCursor, ...page }, reader) => ({
          [name]: items.map((item) => B[1](item, reader)),
          ...page,
          next_cursor: nextCursor,
        }),
      },
    };
  };
}

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type InSnakeCase<T> = { [Name in keyof T as Snake<Name>]: T[Name] };

const snakeCaseCache = new Map<string, string>();

function snakeOf(name: string): string {
  const cached = snakeCaseCache.get(name);
  if (cached) return cached;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCaseCache.set(name, snake);
  return snake;
}

/** Renames the fields of a record or a schema to Shape B's snake case: `cardType` to `card_type`. */
export const inSnakeCase = <T extends object>(record: T) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [snakeOf(name), value]),
  ) as InSnakeCase<T>;

/**
 * A reply presented by its schema, the same in both shapes. Fields that the schema doesn't name are
 * dropped. `adapt` changes the result where that isn't enough.
 */
export function sameReply<S extends z.ZodType>(schema: S): Reply<z.input<S>, z.output<S>>;
export function sameReply<S extends z.ZodType, T>(
  schema: S,
  adapt: (result: T) => z.input<S>,
): Reply<T, z.output<S>>;
export function sameReply(
  schema: z.ZodType,
  adapt: (result: unknown) => unknown = (result) => result,
): Reply<unknown> {
  const same = { schema, present: (result: unknown) => schema.parse(adapt(result)) };
  return { A: same, B: same };
}

/** A list under its name. `present` adapts an item where the schema alone can't. */
export const sameListReply = <Name extends string, S extends z.ZodType, T = z.input<S>>(
  name: Name,
  item: S,
  present: (item: T) => z.input<S> = (item) => item as z.input<S>,
) =>
  sameReply(z.object({ [name]: z.array(item) }), (items: T[]) => ({
    [name]: items.map(present),
  })) as Reply<T[], Record<Name, z.output<S>[]>>;

/** A page of a list under its name. `more` adds fields of the page besides its cursor. */
export const samePageReply = <
  Name extends string,
  S extends z.ZodType,
  T,
  More extends z.ZodRawShape = Record<never, never>,
>(
  name: Name,
  item: S,
  present: (item: T) => z.input<S>,
  more?: More,
) =>
  sameReply(
    z.object({ [name]: z.array(item), nextCursor: Cursor, ...more }),
    ({ items, ...page }: { items: T[] }) => ({ [name]: items.map(present), ...page }) as never,
  ) as unknown as Reply<
    { items: T[]; nextCursor: string | null } & { [Field in keyof More]: z.input<More[Field]> },
    Record<Name, z.output<S>[]> & { nextCursor: string | null } & {
      [Field in keyof More]: z.output<More[Field]>;
    }
  >;

/** Renames a record's `cardId` to `cardUuid`, as in the rest of the API. */
export const withCardUuid = <T extends { cardId: string }>({ cardId, ...record }: T) => ({
  ...record,
  cardUuid: cardId,
});

/** Refuses a request for a reason that its schema can't express. */
export const refuse = (context: z.RefinementCtx, field: string, message: string): void =>
  context.addIssue({ code: "custom", path: [field], message });

/** Marks an object of which exactly one of these fields must be sent, a `oneOf` in openapi.json. */
export const exactlyOne = (...fields: string[]) => ({ exactlyOne: fields });

/** A request's schema in each shape; both parse to the same command. `Sent` is the Shape A input. */
export type ShapedSchema<T, Sent = unknown> = { A: z.ZodType<T, Sent>; B: z.ZodType<T> };

export const inBothShapes = <T, Sent>(schema: z.ZodType<T, Sent>): ShapedSchema<T, Sent> => ({
  A: schema,
  B: schema,
});

/** An example request in each shape, and the domain result to present as its response. */
export type Example<R = unknown> = {
  body?: Record<ApiShape, unknown>;
  query?: Record<string, string>;
  result: () => R;
};

/** The example of a body that is the same in both shapes. */
export const sameBody = (body: unknown): Record<ApiShape, unknown> => ({ A: body, B: body });
