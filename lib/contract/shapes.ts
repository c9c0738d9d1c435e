import { z } from "zod";
import type { Shape } from "../context";
import type { Page } from "../page";

/** Who is answered: a till reads codes, a signed-in person asks for each one, which is audited. */
export type Reader = { seesCodes: boolean };

type Presenter<T, S extends z.ZodType> = readonly [
  schema: S,
  present: (result: T, reader: Reader) => z.input<S>,
];

type Presented<T, Shown> = {
  schema: z.ZodType<Shown>;
  present: (result: T, reader: Reader) => unknown;
};

/**
 * How a result of the domain is shown in each shape; the compiler ties presenter to schema.
 * `Shown` is what Shape A, which the pages read, shows.
 */
export type Reply<T, Shown = unknown> = {
  A: Presented<T, Shown>;
  B: Presented<T, unknown>;
};

/** Both shapes of a reply side by side: `shaped<Moved>()({ A: [schema, present], B: […] })`. */
export const shaped =
  <T>() =>
  <A extends z.ZodType, B extends z.ZodType>(shapes: {
    A: Presenter<T, A>;
    B: Presenter<T, B>;
  }): Reply<T, z.output<A>> => ({
    A: { schema: shapes.A[0] as z.ZodType<z.output<A>>, present: shapes.A[1] },
    B: { schema: shapes.B[0], present: shapes.B[1] },
  });

const PAGE = { total: z.int(), limit: z.int(), offset: z.int() };
const Cursor = z.string().nullable();

type Listed<Name extends string, Item> = Record<Name, Item[]> &
  z.output<z.ZodObject<typeof PAGE>> & {
    nextCursor: string | null;
  };

/** A page of a list, its items under `name` and drawn by their own shapes. */
export function listed<T>() {
  return <Name extends string, A extends z.ZodType, B extends z.ZodType>(
    name: Name,
    { A, B }: { A: Presenter<T, A>; B: Presenter<T, B> },
  ): Reply<Page<T>, Listed<Name, z.output<A>>> => {
    const viewA = z.strictObject({ [name]: z.array(A[0]), ...PAGE, nextCursor: Cursor });
    const viewB = z.strictObject({ [name]: z.array(B[0]), ...PAGE, next_cursor: Cursor });
    return {
      A: {
        schema: viewA as unknown as z.ZodType<Listed<Name, z.output<A>>>,
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

const snakes = new Map<string, string>();

function snakeOf(name: string): string {
  const known = snakes.get(name);
  if (known) return known;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, snake);
  return snake;
}

/** A record, or the fields of its schema, under Shape B's names: `cardType` is `card_type`. */
export const inSnakeCase = <T extends object>(record: T) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [snakeOf(name), value]),
  ) as InSnakeCase<T>;

/** A reply that is the same in both shapes. */
export const sameInBoth = <T, S extends z.ZodType>(
  ...presenter: Presenter<T, S>
): Reply<T, z.output<S>> => shaped<T>()({ A: presenter, B: presenter });

/**
 * A reply that its schema presents, in both shapes alike: fields that the schema doesn't name are left
 * out. `adapt` gives what differs by more than that.
 */
export function presented<S extends z.ZodType>(schema: S): Reply<z.input<S>, z.output<S>>;
export function presented<S extends z.ZodType, T>(
  schema: S,
  adapt: (result: T) => z.input<S>,
): Reply<T, z.output<S>>;
export function presented(
  schema: z.ZodType,
  adapt: (result: unknown) => unknown = (result) => result,
): Reply<unknown> {
  const same = { schema, present: (result: unknown) => schema.parse(adapt(result)) };
  return { A: same, B: same };
}

/** A request's schema in each shape; both give one command. `Sent` is what Shape A takes. */
export type Shaped<T, Sent = unknown> = { A: z.ZodType<T, Sent>; B: z.ZodType<T> };

export const inBoth = <T, Sent>(schema: z.ZodType<T, Sent>): Shaped<T, Sent> => ({
  A: schema,
  B: schema,
});

/** What a caller might send in each shape, and what the domain might answer it with. */
export type Example<R = unknown> = {
  body?: Record<Shape, unknown>;
  query?: Record<string, string>;
  result: () => R;
};

/** The example of a body that both shapes take. */
export const sameBody = (body: unknown): Record<Shape, unknown> => ({ A: body, B: body });
