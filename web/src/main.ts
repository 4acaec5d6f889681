import type { PageData } from "./page_data.ts";

const data = JSON.parse(document.getElementById("certus-data")!.textContent!) as PageData;
document.title = data.title;
