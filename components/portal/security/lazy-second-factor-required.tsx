"use client";

import dynamic from "next/dynamic";

/** Loaded only for people who lack the second factor, because its layout is that of every page. */
export const SecondFactorRequired = dynamic(
  async () => (await import("./second-factor-required")).SecondFactorRequired,
);
