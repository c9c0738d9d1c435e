import type { PendingQuery, Row, RowList, SerializableParameter, Sql } from "postgres";

export type Rows = readonly (object | undefined)[];
/** A query as a part of another one's text: it has no rows of its own. */
type Part = { on: (connection: Sql) => unknown; lacksValue: () => boolean };
export type Parameter = SerializableParameter<bigint> | Part;

/** Writes queries, which are sent when they are awaited. */
export type Queries = {
  <T extends Rows = Row[]>(text: TemplateStringsArray, ...parameters: Parameter[]): Query<T>;
  unsafe<T extends Rows = Row[]>(
    text: string,
    parameters?: Parameter[],
    options?: { prepare?: boolean },
  ): Query<T>;
};

type Send = <T extends Rows>(query: Query<T>) => Promise<RowList<T>>;

/** A query of no connection yet, which is sent once, when it is first awaited. */
export class Query<T extends Rows> implements Promise<RowList<T>> {
  readonly [Symbol.toStringTag] = "Query";
  #answer: Promise<RowList<T>> | undefined;

  constructor(
    private readonly send: Send,
    private readonly parameters: Parameter[],
    /** The driver's query of this text, for a connection. */
    readonly on: (connection: Sql) => PendingQuery<T>,
  ) {}

  /** The same with each row as an array of its values, as the query builder asks for. */
  values() {
    return new Query<T>(
      this.send,
      this.parameters,
      (connection) => this.on(connection).values() as unknown as PendingQuery<T>,
    );
  }

  /** Whether a value is undefined, at which the driver fails with the query half sent. */
  lacksValue(): boolean {
    return this.parameters.some((one) =>
      one instanceof Query ? one.lacksValue() : [one].flat().includes(undefined as never),
    );
  }

  then<A = RowList<T>, B = never>(
    done?: ((rows: RowList<T>) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#answer ??= this.lacksValue() ? Promise.reject(undefinedValue()) : this.send(this);
    return this.#answer.then(done, failed);
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null) {
    return this.then(null, failed);
  }

  finally(ended?: (() => void) | null) {
    return this.then().finally(ended);
  }
}

const undefinedValue = () =>
  Object.assign(new TypeError("A query's value is undefined."), { code: "UNDEFINED_VALUE" });

/** Queries that are sent by `send`. */
export function queriesBy(send: Send): Queries {
  const template = <T extends Rows>(text: TemplateStringsArray, ...parameters: Parameter[]) =>
    new Query<T>(send, parameters, (connection) => {
      const values = parameters.map((one) => (one instanceof Query ? one.on(connection) : one));
      return connection<T>(text, ...(values as never[]));
    });
  const unsafe: Queries["unsafe"] = (text, parameters = [], options = {}) =>
    new Query(
      send,
      parameters,
      (connection) => connection.unsafe(text, parameters as never[], options) as never,
    );
  return Object.assign(template, { unsafe });
}
