import { readdirSync } from "node:fs";

const FOLDER = "app";

/** The pages in a folder of the app, as its folders spell them without groups, as `/cards/[uuid]`. */
export const pagesIn = (folder = ""): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.startsWith(folder) && /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\([\w-]+\)\//g, "").replace(/\/?page\.tsx$/, "")}`)
    .sort();
