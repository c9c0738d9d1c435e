import { invalidField } from "@/lib/base/errors";
import { isPassword, rehashPassword } from "@/lib/domain/people/passwords/hash";

/** The argon2id hash of a cashier's PIN. Refuses: unavailable. */
export const hashPin = (pin: string): Promise<string> => rehashPassword(pin);

/** Whether the PIN matches the hash. Takes as long without a hash (null). Refuses: unavailable. */
export const isPin = (pin: string, hashed: string | null): Promise<boolean> =>
  // Known: a paired device asks.
  isPassword(pin, hashed, "known");

/**
 * Refuses a PIN that people try first: one digit repeated, or digits in a row such as 1234, 8765 or 7890.
 * Refuses: invalid_request (pin).
 */
export function refuseGuessablePin(pin: string): void {
  const steps = new Set(
    [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10),
  );
  const [step = 0] = steps;
  if (steps.size > 1 || ![0, 1, 9].includes(step)) return;
  throw invalidField("pin", "is easy to guess: don't repeat a digit or count up or down");
}
