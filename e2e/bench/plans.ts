import { readFileSync, statSync } from "node:fs";
import { closePool, pg } from "@/lib/db/client/client";

type Node = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};

/** The cost of one statement: blocks read, rows scanned, and the scans. */
export type Cost = {
  blocks: number;
  rows: number;
  scans: string[];
  /** The plan's top node. */
  top: string;
};

/** Makes Postgres log the plan of every statement in this database, from the next connection on. */
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

/** The costs of the statements that `work` runs, read from the Postgres log. */
export async function costsOf(logFile: string, work: () => Promise<unknown>): Promise<Cost[]> {
  const fromByte = statSync(logFile).size;
  await work();
  const log = readFileSync(logFile).subarray(fromByte).toString();
  return [...log.matchAll(/ ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, text = ""]) => {
    const { Plan: plan } = JSON.parse(text.replaceAll(/^\t/gm, ""));
    const scans = scansOf(plan);
    return {
      blocks: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
      rows: scans.reduce((sum, { rows }) => sum + rows, 0),
      scans: scans.map(({ way }) => way),
      top: plan["Node Type"],
    };
  });
}

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
