"use client";

import { useTranslations } from "next-intl";

const contentId = "content";

/** Shown on focus. Leads past the navigation to the element with the id "content". */
export const SkipLink = () => (
  <a
    href={`#${contentId}`}
    onClick={(event) => {
      // The URL stays as it is: some pages read a token from its fragment.
      event.preventDefault();
      document.getElementById(contentId)?.focus();
    }}
    className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md print:hidden bg-ink px-4 py-2 text-canvas focus:translate-y-0"
  >
    {useTranslations("common")("navigation.skip")}
  </a>
);
