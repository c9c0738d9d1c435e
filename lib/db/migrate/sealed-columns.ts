/** Where encrypted values are stored. */
export type SealedColumn = {
  table: string;
  /** The primary key, in order. */
  ids: readonly IdColumn[];
  /** The SQL expression of the sealed value of a row `t`. */
  value: string;
  /** The SQL assignment of a new value `v.sealed`. */
  assign: string;
  purpose: string;
  /** The SQL expression of the context that the value was encrypted with. */
  context: string;
};

export type IdColumn = "merchant_id" | "id" | "card_id" | "run_id" | "number";

const column = (table: string, value: string, purpose: string, ids: readonly IdColumn[]) => ({
  table,
  ids,
  value: `t.${value}`,
  assign: `${value} = v.sealed`,
  purpose,
  context: `concat_ws(':', ${ids.map((id) => `t.${id}`).join(", ")})`,
});

/** A secret in an email that waits in the outbox: see lib/ledger/post/sealed-link.ts. */
const mailed = (name: "link" | "code"): SealedColumn => ({
  table: "outbox",
  ids: ["id"],
  value: `case when t.payload ->> '${name}' like 'sealed:%' then substr(t.payload ->> '${name}', 8) end`,
  assign: `payload = t.payload || jsonb_object(array['${name}'], array['sealed:' || v.sealed])`,
  purpose: "mail-link",
  context: "t.id::text",
});

const OF_STORE = ["merchant_id", "id"] as const;

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  column("cards", "sealed_code", "card-code", OF_STORE),
  column("card_pins", "sealed_pin", "card-pin", ["merchant_id", "card_id"]),
  column("mail_suppressions", "sealed_email", "mail-suppression", OF_STORE),
  column("undeliverable_addresses", "sealed_email", "mail-suppression", ["id"]),
  column("webhooks", "sealed_secret", "webhook-secret", OF_STORE),
  column("webhooks", "sealed_next_secret", "webhook-secret", OF_STORE),
  column("platform_connections", "sealed_token", "platform-token", OF_STORE),
  column("users", "sealed_totp_secret", "totp", ["id"]),
  column("import_slices", "sealed_rows", "import", ["merchant_id", "run_id", "number"]),
  mailed("link"),
  mailed("code"),
];
