import { once } from "node:events";
import { connect as openSocket, type Socket } from "node:net";
import postgres, { type Sql } from "postgres";
import { patient } from "@/lib/base/config/patience";
import { codeOf } from "@/lib/base/errors";
import { schemaOfBucket } from "./buckets";
import {
  isConnectionCode,
  isNodeLost,
  noteFullDisk,
  noteLostNode,
  noteOutage,
  noteResponse,
} from "./outage";
import { VALUE_TYPES } from "./query";
import { tlsFor } from "./tls";

/** What a connection leads to: the database, its replica, or a node of Citus that has a bucket. */
export type Server = "primary" | "replica" | "node";

/**
 * A driver client with one connection, discarded once the connection is broken. `isOfBucket`: whether it was seen to find
 * the tables of its bucket.
 */
export type Connection = { sql: Sql; broken: boolean; server: Server; isOfBucket: boolean };
export type Send<T> = (sql: Sql) => PromiseLike<T>;

const CONNECT_TIMEOUT_MS = 5_000;

export const connectionClosedError = (message: string) =>
  Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });

type Options = {
  url: string;
  prepare: boolean;
  searchPath: string | undefined;
  /** Failures of a replica or a node aren't an outage of the database. */
  server: Server;
  settings: Pick<Sql["options"], "parsers" | "serializers">;
};

/** A connection that opens with its first query. Calls `onBroken` when it is closed. */
export function openConnection(
  { url, prepare, searchPath, server, settings }: Options,
  onBroken: () => void,
): Connection {
  // The driver's types lack it.
  const untyped = { socket: socketOnce() };
  const sql = postgres(url, {
    ...tlsFor(url),
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    types: VALUE_TYPES,
    prepare,
    connect_timeout: patient(CONNECT_TIMEOUT_MS) / 1_000,
    ...untyped,
    onnotice: () => {},
    onclose: () => {
      connection.broken = true;
      // The driver loses a query that came after a reset was read and before the socket closed.
      sql.end({ timeout: 0 }).catch(() => {});
      onBroken();
    },
    connection: { application_name: "scrip", ...(searchPath && { search_path: searchPath }) },
  });
  // Keeps the first host only: with several, the driver drops the error of a refused connection.
  sql.options.host.splice(1);
  Object.assign(sql.options.parsers, settings.parsers);
  Object.assign(sql.options.serializers, settings.serializers);
  const connection = { sql, broken: false, server, isOfBucket: false };
  return connection;
}

/**
 * Whether the driver could not read a response. A PgBouncer whose server dies in the middle of a row appends its own
 * error to the part that it has already sent.
 */
const isGarbled = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof SyntaxError;

const cutOffError = (cause: unknown) =>
  Object.assign(new Error("The database's response was cut off.", { cause }), {
    code: "CONNECTION_CLOSED",
  });

/** Whatever breaks a connection to a replica, such as a changed password, says nothing about the query. */
const brokenReplicaError = (cause: unknown) =>
  Object.assign(connectionClosedError(cause instanceof Error ? cause.message : ""), { cause });

/** Runs one query. Any failure other than an error from Postgres breaks the connection. */
async function run<T>(connection: Connection, query: Send<T>): Promise<T> {
  if (connection.broken) throw connectionClosedError("The connection was closed.");
  try {
    const result = await query(connection.sql);
    if (connection.server === "primary") noteResponse();
    return result;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.severity === "ERROR") {
      if (connection.server === "primary") noteResponse();
      if (connection.server !== "replica") {
        noteFullDisk(error);
        if (isNodeLost(error)) noteLostNode(error);
      }
      throw error;
    }
    connection.broken = true;
    if (connection.server === "replica") throw brokenReplicaError(error);
    const failure = isGarbled(error) ? cutOffError(error) : error;
    const note = connection.server === "node" ? noteLostNode : noteOutage;
    if (isConnectionCode(codeOf(failure))) note(failure);
    throw failure;
  }
}

/** Runs one query. After `timeoutMs` without a result, it closes the connection. */
export async function runWithTimeout<T>(
  connection: Connection,
  query: Send<T>,
  timeoutMs: number,
): Promise<T> {
  const close = () => void connection.sql.end({ timeout: 0 }).catch(() => {});
  const timer = setTimeout(close, timeoutMs);
  try {
    return await run(connection, query);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Throws, and breaks a new connection, if it finds other tables than those of the bucket: a pooler can ignore a search
 * path, set another one, or reset it after each transaction, which only the second query shows.
 */
export async function requireBucket(
  connection: Connection,
  bucket: string,
  timeoutMs: number,
): Promise<void> {
  const query: Send<{ schema: string | null }[]> = (sql) =>
    sql.unsafe("select current_schema() as schema");
  const [first] = await runWithTimeout(connection, query, timeoutMs);
  const [second] = await runWithTimeout(connection, query, timeoutMs);
  const wrong = [first, second].find((row) => row?.schema !== schemaOfBucket(bucket));
  connection.isOfBucket = wrong === undefined;
  if (connection.isOfBucket) return;
  connection.broken = true;
  const error = new Error(
    `A connection to ${bucket} finds the tables of the schema ${wrong?.schema}, so it isn't used. ` +
      "See docs/operations/scale.md, Buckets.",
  );
  throw connection.server === "replica" ? brokenReplicaError(error) : error;
}

/** The driver's connection target; only the first host is used. */
type Target = { host: string[]; port: number[]; path: string | false };

/** Opens one socket and then refuses; otherwise, the driver reconnects endlessly if sockets are cut. */
function socketOnce(): (target: Target) => Promise<Socket> {
  let isOpened = false;
  return async ({ host: [host = ""], port: [port = 0], path }) => {
    if (isOpened) throw connectionClosedError("The connection was closed while opening.");
    isOpened = true;
    // noDelay: otherwise, the end of a long query waits for the acknowledgment of its start.
    const socket = path ? openSocket(path) : openSocket({ host, port, noDelay: true });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(patient(CONNECT_TIMEOUT_MS)) });
    } catch (error) {
      socket.destroy();
      throw error instanceof Error && error.name === "AbortError"
        ? Object.assign(new Error("Postgres did not respond."), { code: "CONNECT_TIMEOUT" })
        : error;
    }
    // The driver reads the server name for TLS from the socket.
    return Object.assign(socket, { host, port });
  };
}
