import { type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { usePrintName } from "@/components/kit/page/print-name";
import { StoreLogo } from "@/components/kit/store/store-logo";
import type { Device } from "./types";

const widthMm = 80;
// CSS fixes a millimeter at this many pixels.
const pixelsPerMm = 96 / 25.4;
// Maximum wait for the logo.
const longestWaitMs = 2_000;

const untilLoaded = (image: HTMLImageElement) =>
  image.complete
    ? undefined
    : new Promise<unknown>((loaded) => {
        image.onload = image.onerror = loaded;
        setTimeout(loaded, longestWaitMs);
      });

type Props = {
  store: Device["store"];
  /** Called when the print dialog is closed. */
  onDone: () => void;
  children: ReactNode;
};

/** A strip of 80-mm paper, as long as what is on it. Opens the print dialog once it is drawn. */
export function PrintedSheet({ store, onDone, children }: Props) {
  const sheet = useRef<HTMLElement>(null);
  const page = useRef<HTMLStyleElement>(null);
  usePrintName(store);
  useEffect(() => {
    let ended = false;
    const print = async () => {
      await Promise.all([...(sheet.current?.querySelectorAll("img") ?? [])].map(untilLoaded));
      if (ended || !sheet.current || !page.current) return;
      const lengthMm = Math.ceil(sheet.current.scrollHeight / pixelsPerMm) + 1;
      page.current.textContent = `@page { size: ${widthMm}mm ${lengthMm}mm; margin: 0 }`;
      window.print();
    };
    window.addEventListener("afterprint", onDone);
    void print();
    return () => {
      ended = true;
      window.removeEventListener("afterprint", onDone);
    };
  }, [onDone]);

  return createPortal(
    // Laid out at its printed width, but off the screen, to measure its length.
    <article
      ref={sheet}
      data-printed
      aria-hidden
      className="fixed top-0 -left-[200vw] grid w-[80mm] gap-[3mm] p-[4mm] text-base text-print print:static"
    >
      <style ref={page} />
      <header className="grid justify-items-center gap-[1mm] text-center">
        <StoreLogo url={store.logoUrl} className="h-[12mm] max-w-[60mm] grayscale" />
        <p className="text-lg font-semibold wrap-anywhere">{store.name}</p>
      </header>
      {children}
    </article>,
    document.body,
  );
}
