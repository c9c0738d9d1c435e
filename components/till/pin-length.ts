const storageKey = "scrip-till-pin-lengths";

type Lengths = Record<string, number>;

function stored(): Lengths {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Lengths;
  } catch {
    return {};
  }
}

/** How many digits a cashier's PIN has, once it was entered in this browser; undefined before. */
export const pinLengthOf = (cashierId: string): number | undefined => stored()[cashierId];

/** Keeps the length of a PIN that was right. Null for one that was wrong: it may be a new one of another length. */
export function keepPinLength(cashierId: string, length: number | null): void {
  const { [cashierId]: _, ...others } = stored();
  try {
    const kept = length === null ? others : { ...others, [cashierId]: length };
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing asks for Enter.
  }
}
