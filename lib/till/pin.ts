import { isPassword, rehashPassword } from "../merchants/passwords/hash";

/** The argon2id hash of a cashier's PIN. Refuses: unavailable. */
export const hashPin = (pin: string): Promise<string> => rehashPassword(pin);

/** Whether the PIN matches the hash. Takes as long without a hash (null). Refuses: unavailable. */
export const isPin = (pin: string, hashed: string | null): Promise<boolean> =>
  // Known: a paired device asks.
  isPassword(pin, hashed, "known");
