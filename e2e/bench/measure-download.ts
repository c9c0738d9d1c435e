const MB = 1024 * 1024;

const rssMb = () => process.memoryUsage().rss / MB;

/** Reads a file to its end, keeping nothing: its size and time, and this process's memory meanwhile. */
export async function measureDownload(open: () => Promise<Response>): Promise<string> {
  const beforeMb = rssMb();
  const startedAtMs = performance.now();
  const { body } = await open();
  if (!body) throw new Error("the file has no body");
  let bytes = 0;
  let peakMb = beforeMb;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    peakMb = Math.max(peakMb, rssMb());
  }
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return `${(bytes / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s; resident memory ${[beforeMb, peakMb, rssMb()].map((mb) => mb.toFixed(0)).join(" → ")} MB (before → peak → after)`;
}
