// node bench/conversion.mjs: prints how long a change of budget takes; see conversion.ts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "certus-explorer-bench-"));
try {
  const outfile = join(folder, "conversion.mjs");
  await build({
    absWorkingDir: here,
    entryPoints: ["conversion.ts"],
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    outfile,
    logLevel: "warning",
  });
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
