import type { ReactNode } from "react";

/** The tag `<b>` of a message: what matters most in a muted sentence. */
export const strong = (text: ReactNode) => <b className="font-semibold text-ink">{text}</b>;
