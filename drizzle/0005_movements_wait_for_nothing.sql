ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_merchant_id_merchants_id_fk";
