/** Tests that are skipped on Citus, by title, with the reason. */
export const NOT_ON_CITUS: Record<string, string> = {
  "an instance is no longer ready when its database is emptied":
    "Dropping the schema `public` drops the extension as well, which Citus 13.2 doesn't survive.",
  "are listed without reading those that are spent, however many have expired":
    "It reads a plan of plain Postgres. On Citus, the plan is that of a task.",
  "a store whose days can't be closed doesn't keep other stores' days open":
    "Citus locks a whole reference table for `select … for update` of one of its rows.",
  "a movement whose commit Citus can't tell, because it lost a node, is refused as busy and never sent again":
    "Its trigger is only on the coordinator's empty table.",
};
