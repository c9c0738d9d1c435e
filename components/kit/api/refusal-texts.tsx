"use client";

import { createContext, useContext } from "react";

/** Texts of errors in the page's language, instead of the server's, which are in English and written for stores. */
export type RefusalTexts = {
  /** The text of an error code. */
  ofCode: (code: string) => string;
  /** What is wrong with a request field. */
  ofField: (name: string) => string;
};

const Context = createContext<RefusalTexts | null>(null);

export const RefusalTextsProvider = Context;

/** Null in the dashboard, which shows the server's texts. */
export const useRefusalTexts = (): RefusalTexts | null => useContext(Context);
