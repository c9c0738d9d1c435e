import { readFileSync, statSync } from "node:fs";
import { closePool, pg } from "@/lib/db/client";

type Node = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Node[];
};

/** What one statement cost: its blocks, the rows that its scans went through, and by which way. */
export type Cost = {
  text: string;
  ms: number;
  blocks: number;
  rows: number;
  scans: string[];
  /** The plan's top node. */
  top: string;
};

/** Has Postgres explain every statement of this database into its log, from the next connection on. */
export async function explainEverything(): Promise<void> {
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_format": "json",
  };
  const [{ name } = { name: "" }] = await pg()`select quote_ident(current_database()) as name`;
  for (const [setting, value] of Object.entries(settings)) {
    await pg().unsafe(`alter database ${name} set ${setting} = '${value}'`);
  }
  await closePool();
}

/** The statements that `work` made Postgres run, as its log tells. */
export async function costsOf(logFile: string, work: () => Promise<unknown>): Promise<Cost[]> {
  const fromByte = statSync(logFile).size;
  await work();
  const log = readFileSync(logFile).subarray(fromByte).toString();
  return [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(
    ([, ms, plan = ""]) => {
      const explained = JSON.parse(plan.replaceAll(/^\t/gm, ""));
      const scans = scansOf(explained.Plan);
      return {
        text: explained["Query Text"].replaceAll(/\s+/g, " "),
        ms: Number(ms),
        blocks: blocksOf(explained.Plan),
        rows: scans.reduce((sum, { rows }) => sum + rows, 0),
        scans: scans.map(({ way }) => way),
        top: explained.Plan["Node Type"],
      };
    },
  );
}

const blocksOf = (node: Node) =>
  (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0);

const scansOf = (node: Node): { way: string; rows: number }[] => [
  ...(node["Relation Name"] || node["Index Name"] ? [scanOf(node)] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

const scanOf = (node: Node) => ({
  way: node["Index Name"] ?? `${node["Node Type"]} on ${node["Relation Name"]}`,
  rows: Math.round(
    ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) *
      (node["Actual Loops"] ?? 1),
  ),
});
