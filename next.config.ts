import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Types are checked by `npm run verify`, with a compiler that Next cannot load.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    rules: { "*.md": { loaders: ["./components/docs/guide-loader.cjs"], as: "*.js" } },
  },
  serverExternalPackages: ["@node-rs/argon2", "postgres", "undici", "nodemailer", "pdfkit"],
};

export default config;
