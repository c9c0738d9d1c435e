import { getTranslations } from "next-intl/server";

const iconOf = (file: string, px: number, purpose: "any" | "maskable") => ({
  src: `/till/${file}`,
  sizes: `${px}x${px}`,
  type: "image/png",
  purpose,
});

/** Makes the till installable as an app. */
export async function GET(): Promise<Response> {
  const t = await getTranslations("till");
  const manifest = {
    id: "/till",
    name: t("appName"),
    short_name: t("title"),
    start_url: "/till",
    scope: "/till",
    display: "standalone",
    background_color: "#faf9f7",
    theme_color: "#faf9f7",
    icons: [
      iconOf("icon-192.png", 192, "any"),
      iconOf("icon-512.png", 512, "any"),
      iconOf("maskable-512.png", 512, "maskable"),
    ],
  };
  return Response.json(manifest, { headers: { "Content-Type": "application/manifest+json" } });
}
