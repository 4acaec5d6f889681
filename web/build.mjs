// node build.mjs [FILE]: the page with everything in it but the data, whose place is marked {{data}}.
// Default: dist/explorer.html. The program (src/report/explorer.cc) puts the data in.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? `${here}/dist/explorer.html`);

const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "inline",
  write: false,
  outdir: "dist",
  logLevel: "warning",
});
const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
const script = text(".js");
const slots = {
  style: text(".css"),
  script,
  // The page runs this one script and nothing else, whatever a log's text says.
  "script-hash": createHash("sha256").update(script).digest("base64"),
};
const frame = readFileSync(`${here}/page.html`, "utf8");
const page = frame.replace(/\{\{(style|script|script-hash)\}\}/g, (_, name) => slots[name]);
if (page.split("{{data}}").length !== 2) throw new Error("page.html must have exactly one place for the data");
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);
