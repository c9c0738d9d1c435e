"use client";

import { useEffect, useState } from "react";

type Tip = { text: string; place: { left: number } | { right: number }; topPx: number };

const HOVER_DELAY_MS = 300;
const MAX_WIDTH_PX = 384;
/** A button or link that shows only an icon. */
const ICON = "[data-tip]";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** The element at the keyboard focus; null if the focus came from the pointer. */
const keyboardFocus = () => document.querySelector(":focus-visible");

const isCut = (element: Element) =>
  element instanceof HTMLElement && element.scrollWidth > element.clientWidth;

const cutTextsIn = (root: Element) => [...root.querySelectorAll(".truncate")].filter(isCut);

/** The row that an element belongs to: focus anywhere in it shows the row's cut texts. */
const rowOf = (element: Element) => element.closest("tr") ?? element.closest("li");

/** What a focused element has a tip for: itself, its own cut text, or those of its row. */
function tippedAt(focused: Element): Element[] {
  if (focused.matches(ICON)) return [focused];
  const row = rowOf(focused);
  if (row) return cutTextsIn(row);
  const own = focused.closest(".truncate");
  return own && isCut(own) ? [own] : cutTextsIn(focused);
}

/** The label of an icon, or the full text of what is cut. */
const textOf = (element: Element) => element.ariaLabel ?? element.textContent?.trim() ?? "";

function tipFor(elements: Element[]): Tip | null {
  const [first] = elements;
  if (!first) return null;
  const { left, right, bottom } = first.getBoundingClientRect();
  const within = (px: number) => Math.max(8, Math.min(px, window.innerWidth - MAX_WIDTH_PX - 8));
  const isAtRight = left > window.innerWidth / 2;
  const texts = new Set(elements.map(textOf));
  return {
    text: [...texts].join("\n"),
    place: isAtRight ? { right: within(window.innerWidth - right) } : { left: within(left) },
    topPx: bottom + 4,
  };
}

/** Lets Tab reach cut texts that no link or button of their row would show. */
function makeReachable() {
  for (const element of cutTextsIn(document.body)) {
    const covered =
      element.closest(FOCUSABLE) ?? (rowOf(element) ?? element).querySelector(FOCUSABLE);
    if (!covered && element instanceof HTMLElement) element.tabIndex = 0;
  }
}

/**
 * Shows the full text of what is cut off (class "truncate"), and what an icon stands for (`data-tip`): at rest under
 * the pointer, or at the keyboard focus. Screen readers read them anyway.
 */
export function Tooltip() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const onPointerMove = ({ pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType !== "mouse") return;
      hide();
      timer = setTimeout(() => {
        // All elements at the point, because a row's link covers its cells.
        const tipped = document
          .elementsFromPoint(clientX, clientY)
          .filter(
            (element) =>
              element.matches(ICON) || (element.classList.contains("truncate") && isCut(element)),
          );
        setTip(tipFor(tipped.slice(0, 1)));
      }, HOVER_DELAY_MS);
    };
    const follow = () => {
      clearTimeout(timer);
      const focused = keyboardFocus();
      setTip(focused && tipFor(tippedAt(focused)));
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Tab") makeReachable();
      else hide();
    };
    document.addEventListener("pointermove", onPointerMove, { passive: true });
    document.addEventListener("focusin", follow);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointermove", onPointerMove);
      document.removeEventListener("focusin", follow);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("scroll", follow, { capture: true });
    };
  }, []);

  if (!tip) return null;
  return (
    <div
      data-tooltip
      aria-hidden
      style={{ ...tip.place, top: tip.topPx, maxWidth: MAX_WIDTH_PX }}
      className="pointer-events-none fixed z-[60] rounded-sm bg-ink px-2 py-1 text-xs wrap-anywhere whitespace-pre-line text-canvas print:hidden"
    >
      {tip.text}
    </div>
  );
}
