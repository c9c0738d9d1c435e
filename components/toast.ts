type Way = { href: string; label: string };

/**
 * Says what the person's own action did, with the way to what came of it. What shows it comes after
 * the page, and has long been there when somebody has done something.
 */
export function toast(message: string, way?: Way): void {
  void import("./toaster").then(
    ({ say }) => say(message, way),
    () => {},
  );
}
