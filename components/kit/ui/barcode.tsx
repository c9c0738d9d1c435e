import { code128PathOf } from "@/lib/documents/code128-path";

type Props = {
  /** A card's code. */
  text: string;
  label: string;
  /** The width of the thinnest bar in print. Without it, the bars fill the width of their place. */
  moduleMm?: number;
  className?: string;
};

/** A card's code as Code 128, dark on white in both themes. The class sets its height. */
export function Barcode({ text, label, moduleMm, className }: Props) {
  const { path, width } = code128PathOf(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      className={className}
      style={moduleMm === undefined ? undefined : { width: `${width * moduleMm}mm` }}
    >
      <rect width={width} height={1} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
