import dynamic from "next/dynamic";

/** The panel of a transaction, loaded when one is opened. */
export const MovementPanel = dynamic(async () => (await import("./movement-panel")).MovementPanel);
