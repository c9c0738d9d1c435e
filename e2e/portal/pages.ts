import { readdirSync } from "node:fs";

const APP_FOLDER = "app";

/** The page routes in a folder of the app, without route groups, such as `/cards/[uuid]`. */
export const pagesIn = (folder = ""): string[] =>
  readdirSync(APP_FOLDER, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.startsWith(folder) && /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\([\w-]+\)\//g, "").replace(/\/?page\.tsx$/, "")}`)
    .sort();
