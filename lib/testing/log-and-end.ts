import { bufferLog, log } from "@/lib/base/observe/log";

const [, , ends] = process.argv;
bufferLog();
for (let n = 0; n < 500; n++) log().info({ n }, "a line");
if (ends === "by a crash") throw new Error("crashed");
if (ends === "after a warning") {
  log().warn("the last line");
  process.kill(process.pid, "SIGKILL");
}
// Otherwise it lives until its input ends: the lines are written anyway.
if (ends === "while it runs") process.stdin.resume();
else process.exit(0);
