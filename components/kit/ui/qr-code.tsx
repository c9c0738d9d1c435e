import { qrPathOf } from "@/lib/documents/qr-path";

type Props = { text: string; label: string; className?: string };

/** Text as a QR code, dark on white in both themes because few scanners read inverted codes. */
export function QrCode({ text, label, className }: Props) {
  const { path, size } = qrPathOf(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} rx={1.5} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
