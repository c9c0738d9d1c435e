import { bigint, customType, timestamp } from "drizzle-orm/pg-core";

/** An amount or balance in minor units. Postgres bounds it to what a JavaScript number holds exactly. */
export const cents = (name: string) => bigint(name, { mode: "number" });

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

export const instant = (name: string) => timestamp(name, { withTimezone: true });
