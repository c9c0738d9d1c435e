import { NoSuchPage } from "@/components/no-such-page";

export default function NotFound() {
  return <NoSuchPage href="/docs" label="Go to the API reference" />;
}
