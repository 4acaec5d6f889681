import type { PageData } from "./page_data.ts";
import { Page } from "./view/page.ts";
import "./view/style.css";

const data = JSON.parse(document.getElementById("certus-data")!.textContent!) as PageData;
document.title = data.title;
new Page(data, document.getElementById("explorer")!);
