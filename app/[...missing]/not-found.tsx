import { NoSuchPage } from "@/components/no-such-page";

export default function NotFound() {
  return <NoSuchPage href="/" label="Go to the dashboard" />;
}
