// node tests/run.mjs [NAME...]: runs tests/*.test.ts, or those whose file name contains a NAME. Each is bundled as the
// page is and handed to node --test. CERTUS_PROGRAM names the program to agree with.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const tests = readdirSync(here)
  .filter((name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort();
if (tests.length === 0) throw new Error(`no test's name contains ${wanted.join(" or ")}`);

const folder = mkdtempSync(join(tmpdir(), "certus-explorer-tests-"));
try {
  await build({
    absWorkingDir: here,
    entryPoints: tests,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    outExtension: { ".js": ".mjs" },
    // Packages that call require() find it missing in a module.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    outdir: folder,
    logLevel: "warning",
  });
  const files = tests.map((name) => join(folder, name.replace(/\.ts$/, ".mjs")));
  const run = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
