import { create } from "qrcode";

type Props = { text: string; label: string; className?: string };

// Quiet zone that scanners need around the code.
const margin = 4;

/** Text as a QR code, dark on white in both themes because few scanners read inverted codes. */
export function QrCode({ text, label, className }: Props) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const side = modules.size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={side} height={side} rx={1.5} fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}

type Modules = { size: number; get: (row: number, column: number) => number };

/** SVG path with one 1×1 square per dark module. */
function pathOf(modules: Modules): string {
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) squares.push(`M${column + margin} ${row + margin}h1v1h-1z`);
    }
  }
  return squares.join("");
}
