import { pg } from "./client";

/** Connections of all Scrip processes to the database, by state. */
export const countConnections = (): Promise<{ state: string; connections: number }[]> => pg()`
  select coalesce(state, 'unknown') as state, count(*)::int as connections from pg_stat_activity
  where datname = current_database() and application_name = 'scrip' group by 1 order by 1`;
