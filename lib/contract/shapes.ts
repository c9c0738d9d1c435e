import type { z } from "zod";
import type { Shape } from "../context";

/** Who is answered: a till reads codes, a signed-in person asks for each one, which is audited. */
export type Reader = { seesCodes: boolean };

type Presenter<T, S extends z.ZodType> = readonly [
  schema: S,
  present: (result: T, reader: Reader) => z.input<S>,
];

/** How a result of the domain is shown in each shape; the compiler ties presenter to schema. */
export type Reply<T> = Record<
  Shape,
  { schema: z.ZodType; present: (result: T, reader: Reader) => unknown }
>;

/** Both shapes of a reply side by side: `shaped<Moved>()({ A: [schema, present], B: […] })`. */
export const shaped =
  <T>() =>
  <A extends z.ZodType, B extends z.ZodType>(shapes: {
    A: Presenter<T, A>;
    B: Presenter<T, B>;
  }): Reply<T> => ({
    A: { schema: shapes.A[0], present: shapes.A[1] },
    B: { schema: shapes.B[0], present: shapes.B[1] },
  });

/** A reply that is the same in both shapes. */
export const sameInBoth = <T, S extends z.ZodType>(...presenter: Presenter<T, S>): Reply<T> =>
  shaped<T>()({ A: presenter, B: presenter });

/** A request's schema in each shape; both give one command. */
export type Shaped<T> = Record<Shape, z.ZodType<T>>;

export const inBoth = <T>(schema: z.ZodType<T>): Shaped<T> => ({ A: schema, B: schema });

/** What a caller might send in each shape, and what the domain might answer it with. */
export type Example<R = unknown> = {
  body?: Record<Shape, unknown>;
  query?: Record<string, string>;
  result: () => R;
};

/** The example of a body that both shapes take. */
export const sameBody = (body: unknown): Record<Shape, unknown> => ({ A: body, B: body });
