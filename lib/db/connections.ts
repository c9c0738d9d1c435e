import { pg } from "./client";

/** How many connections this product has to its database, by what they do: all processes together. */
export const countConnections = (): Promise<{ state: string; connections: number }[]> => pg()`
  select coalesce(state, 'unknown') as state, count(*)::int as connections from pg_stat_activity
  where datname = current_database() and application_name = 'scrip' group by 1 order by 1`;
