import type { ReactNode } from "react";
import type { GiftDesign } from "@/lib/base/gift-designs";

type Point = readonly [x: number, y: number];

const dots = (points: readonly Point[], radius: number) =>
  points.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />);

const confetti: readonly Point[] = [
  [186, 36],
  [176, 92],
  [196, 128],
  [306, 40],
  [300, 148],
];

/** A balloon, its knot and its string; `x` and `y` are its center. */
const balloon = ([x, y]: Point, opacity: number) => (
  <g key={x} opacity={opacity}>
    <ellipse cx={x} cy={y} rx="23" ry="28" />
    <path d={`M${x - 5} ${y + 33}l5 -7l5 7z`} />
    <path
      d={`M${x} ${y + 33}q-9 22 2 44t-4 52`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  </g>
);

const petals = [0, 72, 144, 216, 288];

/** A flower with a stem; `x` and `y` are the center of its blossom. */
const flower = ([x, y]: Point, size: number, opacity: number) => (
  <g key={x} opacity={opacity}>
    <path
      d={`M${x} ${y}Q${x + 6} ${y + 50} ${x < 250 ? x + 18 : x - 14} 206`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
    />
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      {petals.map((angle) => (
        <ellipse key={angle} cx="0" cy="-13" rx="8.5" ry="12" transform={`rotate(${angle})`} />
      ))}
      <circle r="6.5" className="fill-card-to" />
    </g>
  </g>
);

const rays = Array.from({ length: 12 }, (_, index) => index * 30);
const STAR = "M0 -16L4.7 -5.2L16 -4.6L7.2 2.8L10 14L0 7.8L-10 14L-7.2 2.8L-16 -4.6L-4.7 -5.2z";

const star = ([x, y]: Point, size: number, opacity: number) => (
  <path
    key={`${x} ${y}`}
    d={STAR}
    transform={`translate(${x} ${y}) scale(${size})`}
    opacity={opacity}
  />
);

/** A fir with its top at `x`, `y`. */
const fir = ([x, y]: Point, size: number, opacity: number) => (
  <path
    key={x}
    d="M0 0L17 30H9L24 58H12L32 92H5V110H-5V92H-32L-12 58H-24L-9 30H-17z"
    transform={`translate(${x} ${y}) scale(${size})`}
    opacity={opacity}
  />
);

const snow: readonly Point[] = [
  [172, 40],
  [196, 70],
  [168, 104],
  [228, 40],
  [300, 46],
  [276, 26],
];

const HEART = "M0 5C-9 -3 -5 -11 0 -6C5 -11 9 -3 0 5z";

const ART: Record<GiftDesign, ReactNode> = {
  birthday: (
    <>
      <g opacity="0.45">{dots(confetti, 3)}</g>
      {balloon([276, 92], 0.4)}
      {balloon([222, 76], 0.6)}
      {balloon([252, 54], 0.9)}
    </>
  ),
  thank_you: (
    <>
      {flower([296, 88], 0.9, 0.5)}
      {flower([214, 96], 1, 0.65)}
      {flower([254, 60], 1.25, 0.9)}
    </>
  ),
  congratulations: (
    <>
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity="0.4">
        {rays.map((angle) => (
          <path key={angle} d="M0 -44V-70" transform={`translate(248 88) rotate(${angle})`} />
        ))}
      </g>
      {star([248, 88], 1.9, 0.9)}
      {star([178, 44], 0.6, 0.6)}
      {star([300, 160], 0.7, 0.5)}
      {star([190, 134], 0.45, 0.5)}
    </>
  ),
  holidays: (
    <>
      <g opacity="0.6">{dots(snow, 2.5)}</g>
      {fir([292, 78], 0.95, 0.45)}
      {fir([208, 92], 0.8, 0.45)}
      {fir([250, 48], 1.2, 0.85)}
      <path d="M100 206Q220 158 330 184V206z" opacity="0.9" />
    </>
  ),
  new_home: (
    <>
      <g opacity="0.7">
        <path d={HEART} transform="translate(282 52) scale(1.3)" />
        <path d={HEART} transform="translate(296 26) scale(0.9)" />
      </g>
      <path d="M272 66h14v34h-14z" opacity="0.55" />
      <path d="M248 62L318 122H178z" opacity="0.9" />
      <path d="M196 122H300V184H196z" opacity="0.6" />
      <path d="M236 144h24v40h-24z" className="fill-card-to" />
      <path d="M208 136h18v18h-18zM270 136h18v18h-18z" className="fill-card-to" />
      <path d="M110 184H330V206H110z" opacity="0.35" />
    </>
  ),
};

/** The picture of a design, on the right half of a card. */
export const GiftArt = ({ design }: { design: GiftDesign }) => (
  <svg
    viewBox="0 0 320 200"
    preserveAspectRatio="xMaxYMax slice"
    className="absolute inset-0 -z-10 size-full"
    fill="currentColor"
    aria-hidden="true"
  >
    {/* Below the store's name and right of the words. */}
    <g transform="translate(50 36) scale(0.84)">{ART[design]}</g>
  </svg>
);
