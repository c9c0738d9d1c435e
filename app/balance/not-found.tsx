import { NoSuchPage } from "@/components/kit/page/no-such-page";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg px-4 py-24">
      <NoSuchPage />
    </main>
  );
}
