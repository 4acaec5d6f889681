// Headless Chromium for whoever looks at the page: tests, benchmarks, the pictures of the documents.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/** Chromium's path; undefined where there is none in PATH. */
export function chromiumPath() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"])
    for (const folder of (process.env.PATH ?? "").split(delimiter))
      if (existsSync(join(folder, name))) return join(folder, name);
  return undefined;
}

/** A browser, driven by the playwright-core that npm put beside `packages`/package.json. */
export function launchBrowser(packages) {
  const { chromium } = createRequire(join(packages, "package.json"))("playwright-core");
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: chromiumPath(), args: [...asRoot, "--disable-gpu"] });
}
