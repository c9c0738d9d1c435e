import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { FONT_FILES } from "./lib/documents/font-files";

// Pages get theirs from proxy.ts, and routes from lib/api/kernel.
const STATIC_FILE_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Content-Security-Policy", value: "default-src 'none'; style-src 'unsafe-inline'" },
];

// Set by lib/server/prepare.mjs, for tests and `npm start`.
const isQuick = process.env.NEXT_BUILD === "quick";

// For emails, which are read on pages of other sites.
const PICTURE_HEADERS = [
  ...STATIC_FILE_HEADERS,
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
  { key: "Cache-Control", value: "public, max-age=604800" },
];

const config: NextConfig = {
  // For `npm run build`, which takes what production needs from it (lib/server/assemble.mjs).
  ...(isQuick ? {} : { output: "standalone" }),
  // Loading every page at the start takes seconds and memory that a server of the API may never need.
  experimental: {
    preloadEntriesOnStart: false,
    // Nobody reads source maps of pages in production, and they are two thirds of a build.
    turbopackSourceMaps: false,
    // A link waits for a server that can't be reached, instead of leaving for the browser's error page.
    useOffline: true,
    // Few scripts for a page: each costs a request, and the next page has most of them already.
    turbopackChunking: { maxChunkCountPerGroup: 18, minChunkSize: 40_000, requestCost: 200_000 },
    // A page that was loaded ahead of a click has data (components/kit/api/first-data.tsx).
    staleTimes: { static: 30 },
    // Half of the time of a build goes into it.
    serverMinification: !isQuick,
    // A machine that builds once has no second build that would be faster.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  outputFileTracingIncludes: {
    // A serverless host compares them with the database (lib/db/client/readiness.ts), for pages too: they read in process.
    "/**": ["./drizzle/*.sql", "./lib/ledger/**/*.sql"],
    // Reports and printed cards are drawn with them.
    "/api/portal/**": FONT_FILES.map((file) => `./${file}`),
  },
  poweredByHeader: false,
  reactStrictMode: true,
  compress: true,
  headers: async () => [
    ...["/_next/static/:path*", "/favicon.svg"].map((source) => ({
      source,
      headers: STATIC_FILE_HEADERS,
    })),
    { source: "/gift-designs/:path*", headers: PICTURE_HEADERS },
    // It is below the page that it opens.
    { source: "/till/sw.js", headers: [{ key: "Service-Worker-Allowed", value: "/till" }] },
  ],
  images: { unoptimized: true },
  // Types are checked by `npm run verify`, with a compiler that Next cannot load.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    // Messages come compiled (lib/base/i18n/messages.ts).
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
    rules: { "*.md": { loaders: ["./components/docs/guide-loader.cjs"], as: "*.js" } },
  },
  serverExternalPackages: ["@node-rs/argon2", "postgres", "nodemailer", "pdfkit", "fontkit"],
};

export default createNextIntlPlugin("./app/i18n.ts")(config);
