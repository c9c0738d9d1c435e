import { expect, test } from "vitest";
import { browserOf } from "./user-agent";

const MOZILLA = "Mozilla/5.0";
const LIKE_GECKO = "(KHTML, like Gecko)";
const WEBKIT = `AppleWebKit/537.36 ${LIKE_GECKO}`;
const APPLE = `AppleWebKit/605.1.15 ${LIKE_GECKO}`;
const WINDOWS = `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0`;
const MAC = `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${APPLE}`;
const IPHONE = `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE}`;
const IPAD = `${MOZILLA} (iPad; CPU OS 17_6 like Mac OS X) ${APPLE}`;
const ANDROID = `${MOZILLA} (Linux; Android 14; SM-S921B) ${WEBKIT}`;
const CHROME_OS = `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT}`;
const LINUX = `${MOZILLA} (X11; Linux x86_64; rv:132.0) Gecko/20100101`;
const SAMSUNG = "SamsungBrowser/26.0 Chrome/122.0 Mobile";

test.each([
  [`${WINDOWS} Safari/537.36`, "Chrome", "Windows"],
  [`${WINDOWS} Safari/537.36 Edg/130.0`, "Edge", "Windows"],
  [`${MAC} Version/18.1 Safari/605.1.15`, "Safari", "macOS"],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`${IPAD} CriOS/130.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPad"],
  [`${LINUX} Firefox/132.0`, "Firefox", "Linux"],
  [`${ANDROID} ${SAMSUNG} Safari/537.36`, "Samsung Internet", "Android"],
  [`${CHROME_OS} Chrome/130.0 Safari/537.36 OPR/114.0`, "Opera", "ChromeOS"],
  ["curl/8.5.0", "curl", null],
  ["a till of our own", null, null],
  ["", null, null],
  [null, null, null],
])("%s is shown in words", (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toEqual({ browser, system });
});
