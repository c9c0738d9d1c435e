import type { Metadata } from "next";

export const metadata: Metadata = { title: "API reference" };

export default function DocsPage() {
  return (
    <main className="mx-auto max-w-lg px-4 py-24">
      <h1 className="text-xl font-semibold">API reference</h1>
      <p className="mt-2">
        The API is described at{" "}
        <a href="/api/v1/openapi.json" className="text-accent-text underline">
          /api/v1/openapi.json
        </a>
        .
      </p>
    </main>
  );
}
