import type { z } from "zod";
import type { Shape } from "../context";

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

/** A reply that is the same in both shapes. */
export const sameInBoth = <T, S extends z.ZodType>(
  ...presenter: Presenter<T, S>
): Reply<T, z.output<S>> => shaped<T>()({ A: presenter, B: presenter });

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
